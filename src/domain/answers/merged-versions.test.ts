import { expect, test } from 'vitest'
import { mergeVersions } from './merged-versions.ts'
import { plainQuestion } from './test/small-survey.ts'
import type { AnswerOption, Question, SurveyContent } from '../surveys/survey.ts'

function question(id: number, code: string, more: Partial<Question> = {}): Question {
  return plainQuestion(id, { code, text: { en: `${code} ${id}` }, ...more })
}

function option(id: number, code: string, text: string): AnswerOption {
  return { id, code, text: { en: text }, isOther: false, exclusive: false, position: id }
}

function content(...questions: Question[]): SurveyContent {
  return { sections: [{ id: 1, title: { en: 'All' }, position: 1, questions }] }
}

const choice = { type: 'SINGLE' } as const
const first = content(
  question(1, 'name', { personal: true }),
  question(2, 'village', { ...choice, answers: [option(1, 'god', 'God'), option(2, 'old', 'Left later')] }),
  question(3, 'notes'),
  question(4, 'gone', { type: 'NOTE' }),
)
const second = content(
  question(2, 'village', {
    ...choice,
    text: { en: 'Which village?' },
    answers: [option(3, 'new', 'New'), option(1, 'god', 'Godo')],
  }),
  question(5, 'name'),
)

const merged = mergeVersions([
  { number: 1, content: first },
  { number: 2, content: second },
])
const [village, name, notes] = merged

test('the newest version gives order and texts; earlier questions follow, notes never', () => {
  expect(
    merged.map(({ question: { code, text }, firstVersion, lastVersion }) => [
      code,
      text['en'],
      firstVersion,
      lastVersion,
    ]),
  ).toEqual([
    ['village', 'Which village?', 1, 2],
    ['name', 'name 5', 1, 2],
    ['notes', 'notes 3', 1, 1],
  ])
  expect(notes?.places).toEqual([{ key: '3', otherKey: '3.other', type: 'TEXT' }])
})

test('options merge by code, those that only earlier versions have after the others', () => {
  const options = [...(village?.options ?? [])]
  expect(
    options.map(
      ([
        code,
        {
          option: { text },
          firstVersion,
          lastVersion,
        },
      ]) => [code, text['en'], firstVersion, lastVersion],
    ),
  ).toEqual([
    ['god', 'Godo', 1, 2],
    ['new', 'New', 2, 2],
    ['old', 'Left later', 1, 1],
  ])
})

test('a code given to another question has the answers to both, personal if one is', () => {
  expect(name?.places.map(({ key }) => key)).toEqual(['5', '1'])
  expect(merged.map(({ personal }) => personal)).toEqual([false, true, false])
})
