import { describe, expect } from 'vitest'
import { answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'

const title = { en: 'Household', 'pt-br': 'Agregado' }

test('sections, questions and answers are added at the end, with codes of their own', async ({ staff, given }) => {
  const { id: surveyId, encodedId } = await given.survey({ status: 'DRAFT', sections: [] })
  const section = (await staff.call(sections.create, { body: { surveyId: encodedId, title } })).data
  expect(section).toMatchObject({ surveyId, title, position: 1, questionCount: 0, firstVersion: null, version: 1 })
  const ask = async (body: object) =>
    (await staff.call(questions.create, { body: { sectionId: section.id, text: { en: 'What?' }, ...body } })).data
  expect(await ask({ type: 'TEXT' })).toMatchObject({ surveyId, code: 'q1', position: 1, help: null, validation: {} })
  expect(await ask({ type: 'DATE', code: 'seen' })).toMatchObject({ code: 'seen', position: 2 })
  const choice = await ask({ type: 'SINGLE', help: { zh: '选一个' }, required: true })
  expect(choice).toMatchObject({ code: 'q3', position: 3, help: { zh: '选一个' }, required: true })
  const offer = async (body: object) =>
    (await staff.call(answers.create, { body: { questionId: choice.id, text: { en: 'Yes' }, ...body } })).data
  expect(await offer({})).toMatchObject({ surveyId, code: '1', position: 1, isOther: false, exclusive: false })
  expect(await offer({ isOther: true, position: 9 })).toMatchObject({ code: '2', position: 9, isOther: true })
  expect(await offer({ code: 'last one' })).toMatchObject({ code: 'last one', position: 10 })
  const { questions: nested } = await staff.call(questions.ofSection, { params: { sectionId: section.id } })
  expect(nested.map(({ code, answers: options }) => [code, options.length])).toEqual([
    ['q1', 0],
    ['seen', 0],
    ['q3', 3],
  ])
})

test('questions added at the same moment all get a code and a place of their own', async ({ staff, given }) => {
  const { content } = await given.survey({ sections: [[{ code: 'q1', type: 'TEXT' }]] })
  const body = { sectionId: content.sections[0]?.id, text: { en: 'What?' }, type: 'TEXT' }
  const made = await Promise.all(Array.from({ length: 8 }, () => staff.call(questions.create, { body })))
  expect(new Set(made.map(({ data }) => data.code)).size).toBe(8)
  expect(made.map(({ data }) => data.position).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
})

describe('a text', () => {
  test.for<[string, unknown, { path: string; code?: string }]>([
    ['that is neither a text nor texts by language', 7, { path: 'title' }],
    ['without any language', {}, { path: 'title', code: 'REQUIRED' }],
    ['in a language that is none', { english: 'Household' }, { path: 'title.english', code: 'FORMAT' }],
    ['that is blank', { en: '  ' }, { path: 'title.en', code: 'REQUIRED' }],
    ['that is too long', { en: 'x'.repeat(501) }, { path: 'title.en', code: 'TOO_LONG' }],
    ['that is a number', { en: 5 }, { path: 'title.en' }],
  ])('%s is refused', async ([_, value, problem], { staff, given }) => {
    const { id } = await given.survey({ status: 'DRAFT' })
    await expect(staff.call(sections.create, { body: { surveyId: id, title: value } })).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: [problem],
    })
  })
})

test('bad questions and answers are refused with every problem at once', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const sectionId = survey.content.sections[0]?.id
  const ask = (body: object) =>
    staff.call(questions.create, { body: { sectionId, text: { en: 'What?' }, type: 'TEXT', ...body } })
  await expect(ask({ type: 'SONG', code: '1st', bogus: 1, validation: { bogus: 'x' } })).rejects.toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ path: 'type' }),
      expect.objectContaining({ path: 'code', code: 'FORMAT' }),
      expect.objectContaining({ path: 'bogus', code: 'UNKNOWN_KEY' }),
      expect.objectContaining({ path: 'validation.bogus', code: 'UNKNOWN_KEY' }),
    ]) as unknown,
  })
  await expect(ask({ code: 'Latitude', validation: { min: 3, max: 1 } })).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'code', code: 'RESERVED' },
      { path: 'validation.min', code: 'NOT_FOR_TYPE' },
      { path: 'validation.max', code: 'NOT_FOR_TYPE' },
      { path: 'validation.min', code: 'MIN_ABOVE_MAX' },
    ],
  })
  const taken = { status: 409, code: 'DUPLICATE', errors: [{ path: 'code', code: 'DUPLICATE' }] }
  await expect(ask({ code: 'Members' })).rejects.toMatchObject(taken)
  const { id: questionId } = survey.question('village')
  const offer = (body: object) => staff.call(answers.create, { body: { questionId, text: { en: 'X' }, ...body } })
  await expect(offer({ code: 'GOD' })).rejects.toMatchObject(taken)
  await expect(offer({ code: 'a;b' })).rejects.toMatchObject({ errors: [{ path: 'code', code: 'FORMAT' }] })
  await expect(offer({ questionId: survey.question('name').id })).rejects.toMatchObject({
    errors: [{ path: 'questionId', code: 'NOT_FOR_TYPE' }],
  })
})

test('what hangs on nothing is refused', async ({ staff }) => {
  const missing = { status: 422, code: 'UNKNOWN_REFERENCE' }
  const text = { en: 'X' }
  for (const surveyId of [999_999, 'nothing']) {
    await expect(staff.call(sections.create, { body: { surveyId, title } })).rejects.toMatchObject({
      ...missing,
      errors: [{ path: 'surveyId' }],
    })
    expect((await staff.call(sections.list, { query: { surveyId } })).total).toBe(0)
  }
  await expect(
    staff.call(questions.create, { body: { sectionId: 999_999, text, type: 'TEXT' } }),
  ).rejects.toMatchObject(missing)
  await expect(staff.call(answers.create, { body: { questionId: 999_999, text } })).rejects.toMatchObject(missing)
  await expect(staff.call(questions.ofSection, { params: { sectionId: 999_999 } })).rejects.toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  })
  for (const resource of [sections, questions, answers]) {
    const params = { id: 999_999 }
    await expect(staff.call(resource.get, { params })).rejects.toMatchObject({ status: 404 })
    await expect(staff.call(resource.update, { params, body: {} })).rejects.toMatchObject({ status: 404 })
    await expect(staff.call(resource.remove, { params })).rejects.toMatchObject({ status: 404 })
    expect((await staff.call(resource.removeMany, { body: { ids: [999_999] } })).data.results).toMatchObject([
      { ok: false, code: 'NOT_FOUND' },
    ])
  }
})

test('lists narrow to one survey, section or question, and search in every language', async ({ staff, given }) => {
  const survey = await given.survey()
  await given.survey()
  const surveyId = survey.encodedId
  expect((await staff.call(sections.list, { query: { surveyId } })).total).toBe(2)
  expect((await staff.call(questions.list, { query: { surveyId } })).total).toBe(8)
  expect((await staff.call(questions.list, { query: { surveyId: survey.id, type: 'DATE' } })).total).toBe(1)
  const { data } = await staff.call(answers.list, { query: { questionId: survey.question('items').id, size: 3 } })
  expect(data.map((row) => row.code)).toEqual(['bicycle', 'radio', 'cow'])
  const found = await staff.call(questions.list, { query: { surveyId, q: 'PERGUNTA membe' } })
  expect(found.data.map((row) => row.code)).toEqual(['members'])
  expect((await staff.call(answers.list, { query: { surveyId, q: 'opcao god' } })).total).toBe(1)
  const backwards = await staff.call(answers.list, { query: { surveyId, sort: '-position', pageSize: 1 } })
  expect([backwards.total, backwards.data[0]?.code]).toEqual([7, 'none'])
})

test('a question moves within its survey only, and an answer stays with its question', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const other = await given.survey({ status: 'DRAFT' })
  const [, second] = survey.content.sections
  const params = { id: survey.question('name').id }
  const move = (sectionId: unknown) => staff.call(questions.update, { params, body: { sectionId } })
  expect((await move(second?.id)).data).toMatchObject({ sectionId: second?.id, position: 5 })
  for (const sectionId of [other.content.sections[0]?.id, 999_999]) {
    await expect(move(sectionId)).rejects.toMatchObject({ errors: [{ path: 'sectionId', code: 'NOT_ALLOWED' }] })
  }
  const option = { id: survey.question('village').options['god'] ?? 0 }
  const questionId = survey.question('items').id
  await expect(staff.call(answers.update, { params: option, body: { questionId } })).rejects.toMatchObject({
    errors: [{ path: 'questionId', code: 'NOT_ALLOWED' }],
  })
  const section = { id: second?.id ?? 0 }
  await expect(
    staff.call(sections.update, { params: section, body: { surveyId: other.encodedId } }),
  ).rejects.toMatchObject({ errors: [{ path: 'surveyId', code: 'NOT_ALLOWED' }] })
  const same = await staff.call(sections.update, {
    params: section,
    body: { surveyId: survey.encodedId, position: 7 },
  })
  expect(same.data).toMatchObject({ surveyId: survey.id, position: 7 })
})

test('an update of an outdated version is refused with the current row', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const mine = { text: { en: 'Mine' }, version: 1 }
  for (const [resource, id] of [
    [questions, survey.question('village').id],
    [answers, survey.question('village').options['god'] ?? 0],
  ] as const) {
    await staff.call(resource.update, { params: { id }, body: { text: { en: 'Theirs' }, version: 1 } })
    await expect(staff.call(resource.update, { params: { id }, body: mine })).rejects.toMatchObject({
      code: 'STALE',
      data: { text: { en: 'Theirs' }, version: 2 },
    })
  }
  const section = { id: survey.content.sections[0]?.id ?? 0 }
  await staff.call(sections.update, { params: section, body: { title } })
  await expect(staff.call(sections.update, { params: section, body: { title, version: 1 } })).rejects.toMatchObject({
    code: 'STALE',
    data: { title, version: 2 },
  })
})

test('content of a draft is deleted with all below it, and the trail says who did it', async ({ given, as, sql }) => {
  const person = await given.admin()
  const staff = as(person)
  const survey = await given.survey({ status: 'DRAFT' })
  const [first, second] = survey.content.sections
  const gone = survey.question('members').id
  await staff.call(questions.remove, { params: { id: gone } })
  await staff.call(sections.remove, { params: { id: second?.id ?? 0 } })
  const option = survey.question('village').options['god'] ?? 0
  const rest = first?.questions.map((question) => question.id) ?? []
  const { data } = await staff.call(questions.removeMany, { body: { ids: rest } })
  expect(data).toMatchObject({ requested: 4, succeeded: 3, failed: 1 })
  await expect(staff.call(answers.get, { params: { id: option } })).rejects.toMatchObject({ status: 404 })
  const { data: detail } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(detail).toMatchObject({ questionCount: 0, sections: [{ id: first?.id, questions: [] }] })
  const trail = await sql.owner.query<{ action: string }>(`select action from audit where actor_id = $1`, [person.id])
  expect(trail.rows.map((row) => row.action).sort()).toEqual([
    'questions.delete',
    'questions.delete',
    'questions.delete',
    'questions.delete',
    'sections.delete',
  ])
})
