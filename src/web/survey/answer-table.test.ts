import { expect, test } from 'vitest'
import type { AnswerColumn } from '#contract/answer-filter.ts'
import { readAnswersAsked } from '#contract/answer-filter.ts'
import type { QuestionType } from '#domain/surveys/survey.ts'
import { answerFilters, answerSorts, firstShown, inColumns, withAnswers } from './answer-table.ts'

function question(code: string, type: QuestionType, indexed = true): AnswerColumn {
  const options = type === 'SINGLE' ? [{ code: 'f', text: { en: 'Female' }, isOther: false }] : []
  return { code, text: { en: code }, type, options, indexed, isLong: false, repeats: false }
}

const questions = [
  question('sex', 'SINGLE'),
  question('age', 'INTEGER'),
  question('born', 'DATE'),
  question('village', 'TEXT'),
  question('crops', 'MULTIPLE'),
  question('note', 'TEXT', false),
]

test('only indexed questions filter and sort, and several options have no order', () => {
  expect(Object.keys(answerFilters(questions))).toEqual(
    ['sex', 'age', 'born', 'village', 'crops'].map((code) => `answer.${code}`),
  )
  expect(answerSorts(questions)).toEqual(['answer.sex', 'answer.age', 'answer.born', 'answer.village'])
})

test('what responses are called by is the first column, and shown', () => {
  const named = [...questions, question('instance_name', 'TEXT', false)]
  expect(inColumns(named)[0]?.code).toBe('instance_name')
  expect([...firstShown(named)]).toEqual(['instance_name', 'sex', 'age', 'born'])
  expect([...firstShown(questions)]).toEqual(['sex', 'age', 'born', 'village'])
})

test('the words of the URL become the one word that the call takes', () => {
  const words = {
    status: 'RECEIVED',
    'answer.sex': 'f',
    'answer.age': '18..',
    'answer.born': '2001-01-01..2001-12-31',
    'answer.village': '=Beira',
    'answer.crops': '~',
  }
  const { answers, ...others } = withAnswers(words, answerFilters(questions))
  expect(others).toEqual({ status: 'RECEIVED' })
  expect(readAnswersAsked(answers)).toEqual({
    sex: { in: ['f'] },
    age: { from: 18 },
    born: { from: '2001-01-01', to: '2001-12-31' },
    village: { equals: 'Beira' },
    crops: 'blank',
  })
  expect(withAnswers({ q: 'ana' }, {})).toEqual({ q: 'ana' })
})
