import { expect, test } from 'vitest'
import type { SurveyDetail } from '#contract/surveys.ts'
import { textPlaces } from '#domain/surveys/text-places.ts'
import { byPlace } from './obstacles-by-place.ts'
import { referencesTo } from './references.ts'
import { orderWith, questionName, siblingsOf, withRow } from './survey-parts.ts'

const answer = { id: 31, questionId: 11, code: 'yes', text: { en: 'Yes' }, position: 1 }
const question = (id: number, more: object = {}) => ({
  id,
  sectionId: 1,
  code: `q${id}`,
  text: { en: `Question ${id}` },
  position: id,
  relevant: null,
  constraint: null,
  calculation: null,
  answers: [],
  ...more,
})
const survey = {
  id: 9,
  sections: [
    { id: 1, relevant: null, position: 1, questions: [question(11, { answers: [answer] }), question(12)] },
    { id: 2, relevant: 'q12 > 1', position: 2, questions: [question(13, { sectionId: 2, constraint: ". != 'q11'" })] },
  ],
  skips: [
    { id: 71, fromQuestionId: 11, answerId: 31, value: null, action: 'JUMP_TO_SECTION', target: 2 },
    { id: 72, fromQuestionId: 11, answerId: null, value: ['yes'], action: 'JUMP_TO_QUESTION', target: 13 },
  ],
} as unknown as SurveyDetail

const ruleIds = (kind: 'section' | 'question' | 'answer', id: number) =>
  referencesTo(survey, { kind, id }).rules.map((rule) => rule.id)

test('rules and conditions that name a part are found; a text in quotes names nothing', () => {
  expect(ruleIds('answer', 31)).toEqual([71, 72])
  expect(ruleIds('question', 13)).toEqual([72])
  expect(ruleIds('section', 2)).toEqual([71, 72])
  expect(referencesTo(survey, { kind: 'question', id: 11 }).mentions).toEqual([])
  expect(referencesTo(survey, { kind: 'question', id: 12 })).toEqual({
    rules: [],
    mentions: [{ of: '2', field: 'relevant' }],
  })
})

test('a changed question is drawn in its section, and nothing else is another object', () => {
  const moved = withRow(survey, 'question', { id: 11, sectionId: 2, position: 99, code: 'new' } as never)
  expect(moved.sections.map(({ questions }) => questions.map(({ code }) => code))).toEqual([['q12'], ['q13', 'new']])
  expect(moved.sections[1]?.questions[1]?.answers).toEqual([answer])
  const renamed = withRow(survey, 'answer', { ...answer, text: { en: 'Sure' } } as never)
  expect(renamed.sections[0]?.questions[0]?.answers[0]?.text).toEqual({ en: 'Sure' })
  expect(renamed.sections[0]?.questions[1]).toBe(survey.sections[0]?.questions[1])
  expect(renamed.sections[1]?.questions[0]).toBe(survey.sections[1]?.questions[0])
})

test('siblings come in their order, and a part takes any place among them', () => {
  expect(siblingsOf(survey, { kind: 'question', id: 12 })).toEqual({ parent: 1, ids: [11, 12] })
  expect(siblingsOf(survey, { kind: 'section', id: 2 })).toEqual({ parent: 9, ids: [1, 2] })
  expect(orderWith([1, 2, 3], 1, 2)).toEqual([2, 3, 1])
  expect(orderWith([1, 2, 3], 3, 0)).toEqual([3, 1, 2])
})

test('a problem of a rule is shown at the question whose answer it compares', () => {
  const problems = [
    { path: 'skips[1].target', code: 'UNKNOWN_REFERENCE' as const },
    { path: 'sections[1].questions[0].answers', code: 'TOO_FEW' as const },
    { path: 'amount', code: 'AMOUNT_NEEDED' as const },
  ]
  const places = byPlace(survey, problems)
  expect([...places.keys()]).toEqual(['sections[0].questions[0]', 'sections[1].questions[0]', ''])
})

test('a question is named by its code and its text, without the signs of its look', () => {
  const asked = { code: 'q7', text: { en: 'How **deep** is it?', 'pt-br': 'Qual é a **profundidade**?' } }
  expect(questionName(asked, 'en')).toBe('q7: How deep is it?')
  expect(questionName(asked, 'pt-br')).toBe('q7: Qual é a profundidade?')
})

test('a kept text is shown as it was saved, in its place', () => {
  const consent = { id: 5, version: 1, title: 'Consent', body: { en: 'Yes?' } }
  const saved = { ...consent, version: 2, body: { en: 'Yes?', fr: 'Oui ?' }, code: 'AGREE' }
  const shown = withRow(
    { ...survey, texts: { title: {}, description: null, summary: null }, notices: { consent } },
    'notice',
    saved as never,
  )
  expect(shown.notices).toEqual({ consent: { ...consent, version: 2, body: saved.body } })
  expect(textPlaces({ ...shown, sections: [] }).find(({ kind }) => kind === 'notice')).toMatchObject({
    key: 'survey.consent',
    id: 5,
  })
})
