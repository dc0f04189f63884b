import { expect } from 'vitest'
import { responseEdits } from '#contract/response-edits.ts'
import { responseRemoval } from '#contract/response-removal.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { surveyState } from '../../test/survey-state.ts'
import { test, type TestApp } from '../../test/with-app.ts'

/** Kept counts beside the truth: tasks by status, and participants. */
async function keptOf({ sql }: TestApp, surveyId: number) {
  const { rows } = await sql.owner.query(
    `select
      (select coalesce(jsonb_object_agg(status, n), '{}') from (
        select status, count(*) n from task where survey_id = $1 group by 1) t) as tasks,
      (select coalesce(jsonb_object_agg(status, n), '{}') from (
        select status, sum(n) n from task_counter where survey_id = $1 group by 1 having sum(n) <> 0) c) as counted,
      (select participant_count from survey where id = $1) as participants`,
    [surveyId],
  )
  return rows[0]
}

test('a deleted response takes along its answers, changes, task and place in counts', async ({ app }) => {
  const survey = await app.given.survey()
  const [mine, other] = await app.given.responses(survey, 2)
  const staff = app.as(await app.given.admin())
  const params = { id: mine?.id ?? 0 }
  await staff.call(responseEdits.update, { params, body: { questionId: 'notes', value: 'Secret' } })
  const { data } = await staff.call(responseRemoval.remove, { params })
  expect(data).toMatchObject({ id: params.id, status: 'EDITED' })
  await expect(staff.call(responses.get, { params })).rejects.toMatchObject({ status: 404 })
  const counts = { RECEIVED: 1 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: {} })
  expect(await keptOf(app, survey.id)).toEqual({ tasks: { 2: 1 }, counted: { 2: 1 }, participants: 1 })
  const { rows } = await app.sql.owner.query(
    `select before from audit where action = 'responses.delete' and subject_id = $1`,
    [String(params.id)],
  )
  expect(rows).toMatchObject([{ before: { surveyId: survey.id, formStatus: 'EDITED', formKey: mine?.formKey } }])
  expect(JSON.stringify(rows)).not.toContain(mine?.phone)
  const left = await app.sql.owner.query('select response_id from answer_change where survey_id = $1', [survey.id])
  expect(left.rows).toEqual([])
  expect((await staff.call(responses.get, { params: { id: other?.id ?? 0 } })).data.status).toBe('RECEIVED')
})

test('a task that waited for a deleted response is open again', async ({ app }) => {
  const survey = await app.given.survey()
  const [response] = await app.given.responses(survey, 1)
  await app.sql.owner.query(
    `update task set created_at = created_at - interval '1 day', note = 'Visit' where survey_id = $1`,
    [survey.id],
  )
  await app.as(await app.given.admin()).call(responseRemoval.remove, { params: { id: response?.id ?? 0 } })
  expect(await keptOf(app, survey.id)).toEqual({ tasks: { 0: 1 }, counted: { 0: 1 }, participants: 0 })
})

test('a response that a payment was made out for stays, and each refusal says why', async ({ app }) => {
  const survey = await app.given.survey({ amount: '50.00' })
  const given = await app.given.responses(survey, 4)
  const [approved = 0, owed = 0, cancelled = 0, free = 0] = given.map(({ id }) => id)
  const staff = app.as(await app.given.admin())
  await staff.call(responses.review, { body: { ids: [approved, owed, cancelled], formStatus: 'APPROVED' } })
  await staff.call(responses.move, { params: { id: cancelled }, body: { formStatus: 'IN_REVIEW' } })
  await staff.call(payments.bulkInitiate, { body: { locationIds: [approved] } })
  await app.as(await app.given.admin()).call(payments.bulkApprove, { body: { locationIds: [approved] } })
  await expect(staff.call(responseRemoval.remove, { params: { id: owed } })).rejects.toMatchObject({
    status: 409,
    code: 'RESPONSE_ON_BOOKS',
  })
  const ids = [approved, owed, cancelled, free, 999_999_999]
  const { data } = await staff.call(responseRemoval.removeMany, { body: { ids } })
  expect(data).toMatchObject({ requested: 5, succeeded: 1, failed: 4 })
  expect(data.results.map(({ code }) => code)).toEqual([
    'RESPONSE_LOCKED',
    'RESPONSE_ON_BOOKS',
    'RESPONSE_ON_BOOKS',
    'OK',
    'NOT_FOUND',
  ])
})

test('responses of a filter are deleted when they are as many as was shown', async ({ app }) => {
  const survey = await app.given.survey()
  await app.given.responses(survey, 3)
  await app.given.responses(survey, 2, { status: 'REJECTED' })
  const staff = app.as(await app.given.admin())
  const filter = { surveyId: String(survey.id), status: 'REJECTED' as const }
  await expect(staff.call(responseRemoval.removeMany, { body: { filter, expected: 3 } })).rejects.toMatchObject({
    code: 'SELECTION_CHANGED',
    data: { total: 2 },
  })
  const { data } = await staff.call(responseRemoval.removeMany, { body: { filter, expected: 2 } })
  expect(data.succeeded).toBe(2)
  expect(await surveyState(app, survey.id)).toMatchObject({ forms: { RECEIVED: 3 }, counted: { RECEIVED: 3 } })
})

test('a survey’s reviewer corrects its responses, and its manager alone deletes them', async ({ app }) => {
  const survey = await app.given.survey()
  const [response] = await app.given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  const reviewer = await app.given.admin({ permissions: ['responses.read', 'responses.edit'] })
  await app.sql.owner.query(
    `insert into access_grant (survey_id, subject_type, subject_id, access_right) values ($1, 'USER', $2, 'REVIEW')`,
    [survey.id, reviewer.id],
  )
  const staff = app.as(reviewer)
  await staff.call(responseEdits.update, { params, body: { questionId: 'members', value: 4 } })
  await expect(staff.call(responseRemoval.remove, { params })).rejects.toMatchObject({ code: 'GRANT_TOO_NARROW' })
})

test('deletions and approvals at once leave each response gone or owed, counts right', async ({ app }) => {
  const survey = await app.given.survey({ amount: '5.00' })
  const given = await app.given.responses(survey, 12)
  const one = app.as(await app.given.admin())
  const two = app.as(await app.given.admin())
  const outcomes = await Promise.allSettled(
    given.flatMap(({ id }) => [
      one.call(responses.move, { params: { id }, body: { formStatus: 'APPROVED' } }),
      two.call(responseRemoval.remove, { params: { id } }),
    ]),
  )
  const codes = outcomes.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
  expect(codes).toHaveLength(12)
  expect(codes.every((code) => code === 'NOT_FOUND' || code === 'RESPONSE_ON_BOOKS')).toBe(true)
  const approved = codes.filter((code) => code === 'RESPONSE_ON_BOOKS').length
  const counts = approved > 0 ? { APPROVED: approved } : null
  const owed = approved > 0 ? { ELIGIBLE: approved } : {}
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed })
  expect((await keptOf(app, survey.id)).participants).toBe(approved)
})
