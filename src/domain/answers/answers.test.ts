import { expect, test } from 'vitest'
import { answerProblems } from './answers.ts'
import { answersById, plainQuestion, smallSurvey } from './test/small-survey.ts'
import { publishProblems } from '../publishing/survey-rules.ts'
import { newSurvey } from '../surveys/survey-settings.ts'
import { type Question, questionsOf, type QuestionType } from '../surveys/survey.ts'

function question(id: number, type: QuestionType, more: Partial<Question> = {}): Question {
  return plainQuestion(id, { type, ...more })
}

function option(code: string, more: { isOther?: boolean; exclusive?: boolean } = {}) {
  return { id: 1, code, text: { en: code }, isOther: false, exclusive: false, position: 1, ...more }
}

const content = {
  sections: [
    {
      id: 1,
      title: { en: 'All' },
      position: 1,
      questions: [
        question(1, 'TEXT', { required: true, validation: { maxLength: 3 } }),
        question(2, 'INTEGER', { validation: { min: 0 } }),
        question(3, 'DECIMAL', { validation: { max: 1.5 } }),
        question(4, 'DATE'),
        question(5, 'SINGLE', { answers: [option('a'), option('o', { isOther: true })] }),
        question(6, 'MULTIPLE', { answers: [option('a'), option('b'), option('none', { exclusive: true })] }),
        question(7, 'GEOPOINT'),
        question(9, 'GEOTRACE'),
      ],
    },
  ],
}

const today = '2026-03-01'

test.each<[key: string, value: unknown]>([
  ['1', 'ção'],
  ['2', 0],
  ['3', -1.25],
  ['4', '2024-02-29'],
  ['5', 'a'],
  ['6', ['b', 'a']],
  ['6', ['none']],
  ['7', { latitude: -90, longitude: 180 }],
  ['7', { latitude: 0, longitude: 6.5, accuracy: 12.5 }],
  ['9', '-19.5 34.75 0 8; -19.6 34.8'],
])('question %s takes %j', (key, value) => {
  expect(answerProblems(content, { 1: 'x', [key]: value }, { today })).toEqual([])
})

test.each<[key: string, value: unknown, code: string]>([
  ['1', 'four', 'TOO_LONG'],
  ['1', '  ', 'NOT_A_TEXT'],
  ['1', 7, 'NOT_A_TEXT'],
  ['1', 'a\u0007', 'BAD_CHARACTER'],
  ['1', 'a\u202eb', 'BAD_CHARACTER'],
  ['2', 1.5, 'NOT_WHOLE'],
  ['2', '1', 'NOT_WHOLE'],
  ['2', 2 ** 53, 'NOT_WHOLE'],
  ['2', -1, 'TOO_SMALL'],
  ['3', Number.NaN, 'NOT_A_NUMBER'],
  ['3', 1.6, 'TOO_BIG'],
  ['3', -(2 ** 53), 'TOO_SMALL'],
  ['4', '2023-02-29', 'NOT_A_DATE'],
  ['4', '2024-2-9', 'NOT_A_DATE'],
  ['5', 'b', 'UNKNOWN_CHOICE'],
  ['5', ['a'], 'UNKNOWN_CHOICE'],
  ['6', 'a', 'UNKNOWN_CHOICE'],
  ['6', [], 'UNKNOWN_CHOICE'],
  ['6', ['a', 'a'], 'CHOICE_REPEATED'],
  ['6', ['a', 'none'], 'EXCLUSIVE'],
  ['7', { latitude: 1 }, 'NOT_A_POINT'],
  ['7', { latitude: 1, longitude: 2, height: 3 }, 'NOT_A_POINT'],
  ['7', { latitude: 90.1, longitude: 0 }, 'POINT_RANGE'],
  ['7', { latitude: 0, longitude: 0 }, 'POINT_ZERO'],
  ['9', '-19.5 34.75', 'NOT_A_LINE'],
  ['9', '-19.5 34.75\n-19.6 34.8', 'NOT_ONE_LINE'],
  ['9', '91 0; 90 0', 'POINT_RANGE'],
  ['9', '1 1; 0 0', 'POINT_ZERO'],
  ['8', 'x', 'UNKNOWN_QUESTION'],
  ['2.other', 'x', 'OTHER_NOT_CHOSEN'],
])('question %s does not take %j: %s', (key, value, code) => {
  expect(answerProblems(content, { 1: 'x', [key]: value }, { today })).toMatchObject([{ key, code }])
})

test('everything that is wrong is said at once, what is missing too', () => {
  expect(answerProblems(content, { 3: 9, 4: 'soon' }, { today })).toEqual([
    { key: '1', question: 'q1', code: 'REQUIRED' },
    { key: '3', question: 'q3', code: 'TOO_BIG', limit: 1.5 },
    { key: '4', question: 'q4', code: 'NOT_A_DATE' },
  ])
})

test('a free text is accepted beside the chosen "other" option and nowhere else', () => {
  expect(answerProblems(content, { 1: 'x', 5: 'o', '5.other': 'Elsewhere' }, { today })).toEqual([])
  expect(answerProblems(content, { 1: 'x', 5: 'a', '5.other': 'Elsewhere' }, { today })).toMatchObject([
    { key: '5.other', question: 'q5', code: 'OTHER_NOT_CHOSEN' },
  ])
})

test('an unreadable answer is not missing, and its "other" text keeps its problems', () => {
  expect(answerProblems(content, {}, { today, unread: new Set(['1']) })).toEqual([])
  expect(answerProblems(content, { 1: 'x', '5.other': 'Elsewhere' }, { today, unread: new Set(['5']) })).toEqual([])
  expect(answerProblems(content, { 1: 'x', 5: 'b', '5.other': 'a\u0007' }, { today })).toMatchObject([
    { key: '5', code: 'UNKNOWN_CHOICE' },
    { key: '5.other', code: 'BAD_CHARACTER' },
  ])
})

const belongs = (question: Question | undefined, parents: (string | undefined)[]) =>
  question?.answers.forEach((option, index) => Object.assign(option, { parentCode: parents[index] }))

test('a choice belongs to what was chosen before, in its own repetition', () => {
  const places = smallSurvey([
    [{ code: 'province', type: 'SINGLE', options: ['sofala', 'manica'] }],
    {
      repeat: { max: 2 },
      asks: [
        { code: 'district', type: 'SINGLE', options: ['beira', 'chimoio', 'none'] },
        { code: 'towns', type: 'MULTIPLE', options: ['dondo', 'gondola'] },
      ],
    },
  ])
  const [, district, towns] = questionsOf(places)
  belongs(district, ['sofala', 'manica', undefined])
  belongs(towns, ['beira', 'chimoio'])
  const problemsOf = (byCode: Record<string, unknown>) =>
    answerProblems(places, answersById(places, { s2: 2, ...byCode }), { today }).map(
      ({ question, repetition, code }) => `${question} ${repetition} ${code}`,
    )
  const good = { province: 'sofala', 'district.1': 'beira', 'towns.1': ['dondo'], 'district.2': 'none' }
  expect(problemsOf(good)).toEqual([])
  expect(problemsOf({ ...good, province: 'manica' })).toEqual(['district 1 CHOICE_NOT_OFFERED'])
  expect(problemsOf({ ...good, province: undefined })).toEqual(['district 1 CHOICE_NOT_OFFERED'])
  expect(problemsOf({ ...good, 'towns.2': ['dondo'] })).toEqual(['towns 2 CHOICE_NOT_OFFERED'])
  // What cannot be read does not say what is offered.
  const unread = new Set(['100'])
  expect(answerProblems(places, { s2: 1, '200.1': 'beira' }, { today, unread })).toEqual([])
  belongs(towns, ['beira', 'elsewhere'])
  expect(publishProblems({ ...places }, newSurvey, {})).toEqual([
    { path: 'sections[1].questions[1].answers[1].parentCode', code: 'UNKNOWN_PARENT_OPTION' },
  ])
})
