import { expect } from 'vitest'
import { answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { responses } from '#contract/responses.ts'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { test } from '../test/with-app.ts'
import { checksumOf, loadVersion } from './version-store.ts'

test('a survey goes from nothing to its second version', async ({ staff, services }) => {
  const { data: survey } = await staff.call(surveys.create, { body: { title: 'From nothing' } })
  const params = { surveyId: survey.encodedId }
  await expect(staff.call(surveys.publish, { params })).rejects.toMatchObject({ code: 'SURVEY_NOT_READY' })
  const { data: section } = await staff.call(sections.create, { body: { surveyId: survey.id, title: { en: 'All' } } })
  const { data: question } = await staff.call(questions.create, {
    body: { sectionId: section.id, text: { en: 'Which?' }, type: 'SINGLE' },
  })
  const option = { questionId: question.id, text: { en: 'This' } }
  await staff.call(answers.create, { body: option })

  const first = await staff.call(surveys.publish, { params })
  expect(first.data).toMatchObject({
    survey: { id: survey.id, status: 'PUBLISHED', currentVersion: 1, questionCount: 1 },
    version: { number: 1, revision: 0, questionCount: 1 },
  })
  expect(first.data.version.checksum).toMatch(/^[0-9a-f]{64}$/)
  await expect(staff.call(surveys.publish, { params })).rejects.toMatchObject({
    status: 409,
    code: 'SURVEY_UNCHANGED',
  })

  await staff.call(answers.create, { body: { ...option, text: { en: 'That' } } })
  expect((await staff.call(surveys.get, { params: { id: survey.id } })).data.changedSincePublish).toBe(true)
  const second = await staff.call(surveys.publish, { params, body: { surveyId: survey.encodedId } })
  expect(second.data).toMatchObject({ survey: { currentVersion: 2 }, version: { number: 2, questionCount: 1 } })
  expect((await staff.call(surveys.get, { params: { id: survey.id } })).data.changedSincePublish).toBe(false)

  const versions = await Promise.all([1, 2].map((n) => loadVersion(services.database.db, survey.id, n)))
  const optionCounts = versions.map(({ content }) => content.sections[0]?.questions[0]?.answers.length)
  expect(optionCounts).toEqual([1, 2])
  for (const { content, checksum } of versions) expect(checksumOf(content).toString('hex')).toBe(checksum)
})

test('what is not ready is refused with every problem at once, and stays a draft', async ({ staff, given }) => {
  const survey = await given.survey({
    status: 'DRAFT',
    sections: [
      [],
      [
        { code: 'fine', type: 'TEXT' },
        { code: 'village', type: 'SINGLE' },
      ],
    ],
  })
  await expect(staff.call(surveys.publish, { params: { surveyId: survey.id } })).rejects.toMatchObject({
    status: 422,
    code: 'SURVEY_NOT_READY',
    errors: [
      { path: 'sections[0].questions', code: 'TOO_FEW' },
      { path: 'sections[1].questions[1].answers', code: 'TOO_FEW' },
    ],
  })
  const { data } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(data).toMatchObject({ status: 'DRAFT', currentVersion: null, changedSincePublish: true })
})

test('a survey that pays by sets is published', async ({ staff, given }) => {
  const { id } = await given.survey({ status: 'DRAFT', amount: '500.00', setSize: 3 })
  const { data } = await staff.call(surveys.publish, { params: { surveyId: id } })
  expect(data.survey).toMatchObject({ status: 'PUBLISHED', paymentAggregation: 'GROUPED', aggregationCount: 3 })
})

test('a survey’s payment rule changes until its first approval, its amount later too', async ({ staff, given }) => {
  const survey = await given.survey({ amount: '50.00' })
  const update = (body: object) => staff.call(surveys.update, { params: { id: survey.id }, body })
  await update({ paymentAggregation: 'GROUPED', aggregationCount: 3 })
  await given.responses(survey, 1, { status: 'APPROVED' })
  await expect(update({ paymentAggregation: 'INDIVIDUAL' })).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'paymentAggregation', code: 'PAY_RULE_FIXED' },
      { path: 'aggregationCount', code: 'PAY_RULE_FIXED' },
    ],
  })
  const { data } = await update({ amount: '60.00' })
  expect(data.amount).toBe('60.00')
})

test('a closed survey is not published again', async ({ staff, given }) => {
  const { id } = await given.survey({ status: 'CLOSED' })
  await expect(staff.call(surveys.publish, { params: { surveyId: id } })).rejects.toMatchObject({
    status: 409,
    code: 'SURVEY_TRANSITION',
  })
})

test('two who publish at once make one version', async ({ staff, given, sql }) => {
  const { id } = await given.survey({ status: 'DRAFT' })
  const params = { surveyId: id }
  const outcomes = await Promise.all([1, 2, 3].map(() => staff.raw(surveys.publish, { params })))
  expect(outcomes.map((outcome) => outcome.status).sort((a, b) => a - b)).toEqual([200, 409, 409])
  const { rows } = await sql.owner.query(`select number from survey_version where survey_id = $1`, [id])
  expect(rows).toEqual([{ number: 1 }])
})

test('published content keeps codes and types; texts, order and new options may change', async ({ staff, given }) => {
  const survey = await given.survey()
  const village = survey.question('village')
  const question = { params: { id: village.id } }
  const option = { params: { id: village.options['god'] ?? 0 } }
  const frozen = { status: 409, code: 'QUESTION_FROZEN' }
  await expect(staff.call(questions.update, { ...question, body: { code: 'place' } })).rejects.toMatchObject(frozen)
  await expect(staff.call(questions.update, { ...question, body: { type: 'MULTIPLE' } })).rejects.toMatchObject(frozen)
  await expect(staff.call(answers.update, { ...option, body: { code: 'gode' } })).rejects.toMatchObject(frozen)

  const text = { en: 'God village', zh: '上帝村' }
  await staff.call(answers.update, { ...option, body: { text, code: 'god', position: 5 } })
  await staff.call(questions.update, { ...question, body: { text: { en: 'Which village?' }, type: 'SINGLE' } })
  const added = await staff.call(answers.create, { body: { questionId: village.id, text: { en: 'New' } } })
  await staff.call(answers.remove, { params: { id: added.data.id } })
  const { data } = await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  expect(data.version.number).toBe(2)
})

test('a deleted question leaves the next version, and its code returns with its type', async ({
  given,
  as,
  services,
}) => {
  const staff = as(await given.admin())
  const survey = await given.survey()
  await given.responses(survey, 1)
  const sectionId = survey.content.sections[0]?.id ?? 0
  await staff.call(questions.remove, { params: { id: survey.question('members').id } })
  const ask = (type: 'TEXT' | 'INTEGER') =>
    staff.call(questions.create, { body: { sectionId, code: 'Members', text: 'How many?', type } })
  await expect(ask('TEXT')).rejects.toMatchObject({ errors: [{ path: 'code', code: 'CODE_OF_OTHER_TYPE' }] })
  await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  const codes = async (version: number) =>
    questionsOf((await loadVersion(services.database.db, survey.id, version)).content).map(({ code }) => code)
  expect(await codes(1)).toContain('members')
  expect(await codes(2)).not.toContain('members')
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id } })
  const { data } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  expect(data.answers[survey.question('members').id]).toBeDefined()
  expect((await ask('INTEGER')).data.code).toBe('Members')
})

test('a published version cannot be rewritten with the means of the app', async ({ given, sql }) => {
  const { id } = await given.survey()
  const rewrite = `update survey_version set content = '{"sections":[]}' where survey_id = $1`
  await expect(sql.app.query(rewrite, [id])).rejects.toMatchObject({ code: '42501' })
  await expect(sql.app.query(`delete from survey_version where survey_id = $1`, [id])).rejects.toMatchObject({
    code: '42501',
  })
  await expect(sql.owner.query(rewrite, [id])).rejects.toMatchObject({ code: '42501' })
})

test('the trail says who published which version', async ({ given, as, sql }) => {
  const person = await given.admin()
  const { id } = await given.survey({ status: 'DRAFT' })
  await as(person).call(surveys.publish, { params: { surveyId: id } })
  const { rows } = await sql.owner.query(
    `select before ->> 'status' as before, after -> 'published' ->> 'number' as number from audit
       where action = 'surveys.publish' and subject_id = $1 and actor_id = $2`,
    [String(id), person.id],
  )
  expect(rows).toEqual([{ before: 'DRAFT', number: '1' }])
})
