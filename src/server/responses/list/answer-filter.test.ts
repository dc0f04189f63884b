import { sql } from 'kysely'
import { expect } from 'vitest'
import { answerColumns } from '#contract/answer-filter.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { questions } from '#contract/questions.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { AnswersAsked } from '#domain/answers/answer-words.ts'
import { givenAnswered, type GivenAnswered } from '../test/given-answered.ts'
import { test } from '../../test/with-app.ts'
import { formFilter } from './filter.ts'
import { formsFound, withFewForms } from './forms-found.ts'
import { eraseParticipant } from '../../test/erase-participant.ts'

/** The form keys of the responses that the list finds, in its order. */
async function find({ staff, survey }: GivenAnswered, asked: AnswersAsked, sort?: string) {
  const query = { surveyId: survey.id, answers: JSON.stringify(asked), ...(sort ? { sort } : {}) }
  const { list, total, statusCounts } = await staff.call(responses.list, { query })
  expect([total, statusCounts.RECEIVED]).toEqual([list.length, list.length])
  return list.map(({ formKey }) => formKey)
}

test('responses are found by each kind of answer, blank and answered ones too', async ({ app }) => {
  const given = await givenAnswered(app)
  const cases: [asked: AnswersAsked, found: string[]][] = [
    [{ sex: { in: ['f'] } }, ['a', 'd']],
    [{ sex: { in: ['f', 'm'] } }, ['a', 'b', 'd']],
    [{ crops: { in: ['rice'] } }, ['a', 'b']],
    [{ age: { from: 18, to: 40 } }, ['a', 'c']],
    [{ age: { from: 41 } }, ['b']],
    [{ age: { to: 17.5 } }, []],
    [{ born: { from: '1990-01-01', to: '1990-01-31' } }, ['c']],
    [{ seen: { from: '2026-03-01', to: '2026-03-01' } }, ['a', 'b']],
    [{ village: { contains: 'joao' } }, ['a', 'd']],
    [{ village: { equals: 'são joão' } }, ['a']],
    [{ village: 'blank' }, ['c']],
    [{ village: 'answered' }, ['a', 'b', 'd']],
    [{ sex: { in: ['f'] }, age: 'blank' }, ['d']],
  ]
  for (const [asked, found] of cases) expect([asked, (await find(given, asked)).toSorted()]).toEqual([asked, found])
})

test('a list is sorted by answers, and responses without one are last either way', async ({ app }) => {
  const given = await givenAnswered(app)
  expect(await find(given, {}, 'answer.age')).toEqual(['a', 'c', 'b', 'd'])
  expect(await find(given, {}, '-answer.age')).toEqual(['b', 'c', 'a', 'd'])
  expect(await find(given, {}, 'answer.village')).toEqual(['b', 'd', 'a', 'c'])
  expect(await find(given, { sex: 'answered' }, '-answer.seen')).toEqual(['a', 'b', 'd'])
})

test('rows carry the answers of the columns asked for, by question code', async ({ app }) => {
  const { staff, survey } = await givenAnswered(app)
  const { list } = await staff.call(responses.list, {
    query: { surveyId: survey.id, questions: 'crops,age,note', sort: 'answer.age' },
  })
  expect(list.map(({ cells }) => cells)).toEqual([
    { crops: ['rice', 'maize'], age: 31 },
    { age: 40 },
    { crops: ['rice'], age: 55 },
    {},
  ])
  const { data } = await staff.call(answerColumns, { params: { surveyId: survey.encodedId } })
  expect(data.questions.map(({ code, indexed }) => [code, indexed])).toEqual([
    ['sex', true],
    ['crops', true],
    ['age', true],
    ['born', true],
    ['seen', true],
    ['village', true],
    ['note', false],
  ])
})

test('a question that is not filterable, or of no one survey, is refused by name', async ({ app }) => {
  const { staff, survey } = await givenAnswered(app)
  const answers = JSON.stringify({ note: 'blank', nothing: { in: ['x'] } })
  await expect(staff.call(responses.list, { query: { surveyId: survey.id, answers } })).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'answers.note', code: 'NOT_ALLOWED' },
      { path: 'answers.nothing', code: 'NOT_ALLOWED' },
    ],
  })
  for (const word of ['{', '[]', '{"age":{}}', '{"age":{"from":"x"}}', '{"__proto__ ":"blank"}'])
    await expect(staff.call(responses.list, { query: { surveyId: survey.id, answers: word } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'answers' }],
    })
  await expect(staff.call(responses.list, { query: { sort: 'answer.age' } })).rejects.toMatchObject({
    errors: [{ path: 'surveyId', code: 'REQUIRED' }, { path: 'sort' }],
  })
})

test('personal answers find, sort and show nothing for those who may not see them', async ({ app }) => {
  const survey = await app.given.survey({
    sections: [[{ code: 'name', type: 'TEXT', filterable: true, personal: true }]],
  })
  await app.given.responses(survey, 1, { answers: { [survey.question('name').id]: 'Ana' } })
  const reader = app.as(await app.given.admin({ permissions: ['responses.read', 'surveys.all'] }))
  const answers = JSON.stringify({ name: { contains: 'ana' } })
  for (const query of [{ answers }, { sort: 'answer.name' }])
    await expect(reader.call(responses.list, { query: { surveyId: survey.id, ...query } })).rejects.toMatchObject({
      status: 400,
    })
  const { list } = await reader.call(responses.list, { query: { surveyId: survey.id, questions: 'name' } })
  expect(list.map(({ cells }) => cells)).toEqual([{}])
  const remover = app.as(
    await app.given.admin({ permissions: ['responses.read', 'responses.edit', 'responses.review', 'surveys.all'] }),
  )
  const filter = { surveyId: String(survey.id), answers }
  const { data } = await remover.call(responses.review, {
    body: { filter, formStatus: 'APPROVED', expectedCount: 0 },
  })
  expect(data.requested).toBe(0)
})

test('an edited answer is found by what it became', async ({ app }) => {
  const given = await givenAnswered(app)
  const { staff, survey } = given
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id, q: 'c' } })
  const value = { questionId: survey.question('village').id, value: 'Mecula' }
  await staff.call(responseEdits.update, { params: { id: list[0]?.id ?? 0 }, body: { answers: [value] } })
  const found = await staff.call(responses.list, {
    query: { surveyId: survey.id, answers: JSON.stringify({ village: { equals: 'mecula' } }) },
  })
  expect(found.list.map(({ formKey }) => formKey)).toEqual(['c'])
})

test('a question that becomes filterable brings the answers that are there already', async ({ app }) => {
  const given = await givenAnswered(app)
  const { staff, survey } = given
  const { id } = survey.question('note')
  await app.given.responses(survey, 1, { answers: { [id]: 'Bridge is out' } })
  const { data: question } = await staff.call(questions.get, { params: { id } })
  await staff.call(questions.update, { params: { id }, body: { ...question, filterable: true } })
  await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  const query = { surveyId: survey.id, answers: JSON.stringify({ note: { contains: 'bridge' } }) }
  expect((await staff.call(responses.list, { query })).total).toBe(1)
})

test('the personal answers of a participant who is erased find nothing', async ({ staff, app }) => {
  const survey = await app.given.survey({
    sections: [[{ code: 'name', type: 'TEXT', filterable: true, personal: true }]],
  })
  const [response] = await app.given.responses(survey, 1, { answers: { [survey.question('name').id]: 'Ana' } })
  const query = { surveyId: survey.id, answers: JSON.stringify({ name: { contains: 'ana' } }) }
  const { list } = await staff.call(responses.list, { query })
  expect(list.map(({ id }) => id)).toEqual([response?.id])
  await eraseParticipant(app, list[0]?.participant?.id)
  expect((await staff.call(responses.list, { query })).total).toBe(0)
})

test('a question that repeats finds a response by any repetition, and sorts nothing', async ({ staff, app }) => {
  const survey = await app.given.survey({
    sections: [
      {
        repeat: { max: 5 },
        asks: [
          { code: 'age', type: 'INTEGER', filterable: true },
          { code: 'crops', type: 'MULTIPLE', options: ['rice', 'maize'], filterable: true },
          { code: 'name', type: 'TEXT', filterable: true, personal: true },
        ],
      },
    ],
  })
  const key = (code: string, repetition: number) => `${survey.question(code).id}.${repetition}`
  const [section] = survey.content.sections
  const answers = {
    [`s${section?.id}`]: 2,
    [key('age', 1)]: 41,
    [key('crops', 1)]: ['rice', 'maize'],
    [key('name', 1)]: 'Ana',
    [key('age', 2)]: 6,
    [key('crops', 2)]: ['maize'],
    [key('name', 2)]: 'Rui',
  }
  const [response] = await app.given.responses(survey, 1, { answers })
  const count = async (asked: AnswersAsked) =>
    (await staff.call(responses.list, { query: { surveyId: survey.id, answers: JSON.stringify(asked) } })).total
  expect(await count({ age: { from: 5, to: 7 } })).toBe(1)
  expect(await count({ age: { from: 7, to: 40 } })).toBe(0)
  expect(await count({ crops: { in: ['maize'] } })).toBe(1)
  expect(await count({ name: { contains: 'rui' } })).toBe(1)
  expect(await count({ age: 'blank' })).toBe(0)
  const { data } = await staff.call(answerColumns, { params: { surveyId: survey.id } })
  expect(data.questions.map(({ code, indexed, repeats }) => [code, indexed, repeats])).toEqual([
    ['age', true, true],
    ['crops', true, true],
    ['name', true, true],
  ])
  await expect(
    staff.call(responses.list, { query: { surveyId: survey.id, sort: 'answer.age' } }),
  ).rejects.toMatchObject({ errors: [{ path: 'sort', code: 'NOT_ALLOWED' }] })
  const edited = await staff.call(responseEdits.update, {
    params: { id: response?.id ?? 0 },
    body: { answers: [{ questionId: 'age.2', value: 20 }] },
  })
  expect(await count({ age: { from: 7, to: 40 } })).toBe(1)
  await eraseParticipant(app, edited.data.participant?.id)
  expect(await count({ name: 'answered' })).toBe(0)
  const erased = await staff.call(responses.get, { params: { id: response?.id ?? 0 } })
  expect(Object.keys(erased.data.answers)).not.toContain(key('name', 2))
})

test('answers looked up at once find what answers looked up row by row find', async ({ app }) => {
  const { survey } = await givenAnswered(app)
  const { db } = app.services.database
  const asked: AnswersAsked[] = [
    { sex: { in: ['f', 'm'] } },
    { crops: { in: ['rice', 'maize'] } },
    { age: { from: 18 }, village: { contains: 'joao' } },
    { sex: 'answered', age: 'blank' },
    { missing: 'blank' },
  ]
  for (const answers of asked) {
    const filter = { scope: [survey.id], words: { answers: JSON.stringify(answers) } }
    const few = await withFewForms(db, filter)
    const found = [
      formsFound(filter, 'FULL'),
      formsFound(few, 'FULL'),
      sql`form where ${formFilter(filter, 'FULL')}`,
    ].map(async (forms) => (await sql`select client_uuid from ${forms} order by 1`.execute(db)).rows)
    const [atOnce, fromFew, byRow] = await Promise.all(found)
    expect([answers, atOnce, fromFew]).toEqual([answers, byRow, byRow])
  }
})
