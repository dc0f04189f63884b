/** Sections that come at once, as a pasted questionnaire sends them. */
import { expect } from 'vitest'
import { surveys } from '#contract/surveys.ts'
import { addedContent } from '#domain/from-text/proposed-content.ts'
import { readQuestionnaire } from '#domain/from-text/read-questionnaire.ts'
import { test } from '../test/with-app.ts'

const text = `Section A: The household
1. Do you own land?  Yes / No
   If no, go to 4
2. If yes, how many hectares? ____ ha
3. Which crops do you grow? (select all that apply)
   ☐ Maize   ☐ Rice   ☐ None of these
4. What is your main source of water?
   1) Tap
   2) Well  → end
   3) Other (specify) ____
5. Why?`

const question = (code: string) => ({ code, text: 'New', type: 'TEXT' as const })
const asRead = { left: new Set<number>(), types: new Map(), withoutRules: new Set<number>() }

test('a pasted questionnaire goes behind the sections of a survey, with its rules', async ({ staff, given }) => {
  const survey = await given.survey({ sections: [[{ code: 'q1', type: 'TEXT' }]] })
  const params = { surveyId: survey.encodedId }
  const body = addedContent(readQuestionnaire(text), asRead, { language: 'en', taken: ['q1'], untitled: 'Questions' })
  const { data, statusCode } = await staff.call(surveys.addContent, { params, body })
  expect(statusCode).toBe(201)
  const { sections, skips } = (await staff.call(surveys.get, { params: { id: survey.encodedId } })).data
  expect(sections.map(({ id }) => id).slice(1)).toEqual(data.sectionIds)
  const [, added] = sections
  expect(added?.questions.map(({ code, type, relevant }) => [code, type, relevant])).toEqual([
    ['q1_2', 'YES_NO', null],
    ['q2', 'DECIMAL', "q1_2 = 'yes'"],
    ['q3', 'MULTIPLE', null],
    ['q4', 'SINGLE', null],
    ['q5', 'LONG_TEXT', null],
  ])
  const ids = new Map(added?.questions.map(({ code, id }) => [code, id]))
  expect(skips.map(({ fromQuestionId, action, target, value }) => [fromQuestionId, action, target, value])).toEqual([
    [ids.get('q1_2'), 'JUMP_TO_QUESTION', ids.get('q4'), 'no'],
    [ids.get('q4'), 'END', null, null],
  ])
})

test('content with defects is refused as a whole, with the place of each', async ({ staff, given }) => {
  const survey = await given.survey({ sections: [[{ code: 'q1', type: 'TEXT' }]] })
  const params = { surveyId: survey.encodedId }
  const add = (codes: string[], skips: { from: string; to: string | null }[] = []) =>
    staff.call(surveys.addContent, {
      params,
      body: { sections: [{ title: 'New', questions: codes.map(question) }], skips },
    })
  await expect(add(['Q1', 'siteCode'])).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [
      { path: 'sections[0].questions[1].code', code: 'RESERVED' },
      { path: 'sections[0].questions[0].code', code: 'DUPLICATE' },
    ],
  })
  await expect(add(['a', 'b'], [{ from: 'a', to: 'q1' }])).rejects.toMatchObject({
    code: 'UNKNOWN_REFERENCE',
    errors: [{ path: 'skips[0].to' }],
  })
  await expect(add(['a', 'b'], [{ from: 'b', to: 'a' }])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  const { sections } = (await staff.call(surveys.get, { params: { id: survey.encodedId } })).data
  expect(sections).toHaveLength(1)
})
