import { expect } from 'vitest'
import { issueCategories } from '#contract/issue-categories.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responses } from '#contract/responses.ts'
import { tasks } from '#contract/tasks.ts'
import { surveyState } from '../../test/survey-state.ts'
import { test } from '../../test/with-app.ts'

const approve = { formStatus: 'APPROVED' }

test('an undone approval leaves status, payment, counts and task as they were', async ({ staff, app }) => {
  const survey = await app.given.survey({ amount: '50.00' })
  const [response] = await app.given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  await staff.call(responses.move, { params, body: approve })
  const { data } = await staff.call(responses.undo, { params })
  expect(data).toMatchObject({
    status: 'RECEIVED',
    paymentStatus: null,
    reviewedBy: null,
    reviewedAt: null,
    reason: null,
  })
  const counts = { RECEIVED: 1 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: { CANCELLED: 1 } })
  const { list } = await staff.call(tasks.list, { query: { surveyId: survey.id } })
  expect(list.map(({ status }) => status)).toEqual([2])
  const { rows } = await app.sql.owner.query(
    `select action, before ->> 'formStatus' as before, after ->> 'formStatus' as after from audit
       where subject_type = 'form' and subject_id = $1 order by id desc limit 1`,
    [String(params.id)],
  )
  expect(rows).toEqual([{ action: 'responses.undo', before: 'APPROVED', after: 'RECEIVED' }])
  const again = await staff.call(responses.move, { params, body: approve })
  expect(again.data.paymentStatus).toBe('ELIGIBLE')
})

test('an undone move back gives the approval its reviewer and its payment again', async ({ staff, given }) => {
  const survey = await given.survey({ amount: '50.00' })
  const [response] = await given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  const { data: approved } = await staff.call(responses.move, { params, body: approve })
  await staff.call(responses.move, { params, body: { formStatus: 'IN_REVIEW' } })
  const { data } = await staff.call(responses.undo, { params })
  const { status, reviewedBy, reviewedAt } = approved
  expect(data).toMatchObject({ status, reviewedBy, reviewedAt, paymentStatus: 'ELIGIBLE' })
})

test('another reviewer, a later edit, a minute and a second undo leave nothing to undo', async ({ staff, app }) => {
  const other = app.as(await app.given.admin())
  const survey = await app.given.survey()
  const [first, second, third] = await app.given.responses(survey, 3)
  const nothing = { status: 409, code: 'NOTHING_TO_UNDO' }
  const moved = async (id: number | undefined) => {
    const params = { id: id ?? 0 }
    await staff.call(responses.move, { params, body: approve })
    return params
  }
  const params = await moved(first?.id)
  await expect(other.call(responses.undo, { params })).rejects.toMatchObject(nothing)
  await staff.call(responses.undo, { params })
  await expect(staff.call(responses.undo, { params })).rejects.toMatchObject(nothing)
  const edited = await moved(second?.id)
  const text = survey.content.sections[0]?.questions.find(({ type }) => type === 'TEXT' || type === 'INTEGER')
  const value = text?.type === 'INTEGER' ? 3 : 'Other words'
  await staff.call(responseEdits.update, {
    params: edited,
    body: { answers: [{ questionId: text?.id ?? 0, value }] },
  })
  await expect(staff.call(responses.undo, { params: edited })).rejects.toMatchObject(nothing)
  const late = await moved(third?.id)
  await app.sql.owner.query(
    `update form set replaced = jsonb_set(replaced, '{at}', to_jsonb(now() - interval '61 seconds')) where id = $1`,
    [third?.id],
  )
  await expect(staff.call(responses.undo, { params: late })).rejects.toMatchObject(nothing)
})

test('an approval whose payment is approved cannot be undone', async ({ app }) => {
  const { responseIds } = await app.given.payments({ status: 'APPROVED' })
  const reviewer = await app.given.admin()
  const params = { id: responseIds[0] ?? 0 }
  await app.sql.owner.query(
    `update form set replaced = jsonb_build_object('status', 'RECEIVED', 'by', $2::bigint, 'at', now(), 'version', row_version)
       where id = $1`,
    [params.id, reviewer.id],
  )
  await expect(app.as(reviewer).call(responses.undo, { params })).rejects.toMatchObject({ code: 'RESPONSE_LOCKED' })
})

test('a verdict by a reason of the house needs no note, and the reasons are counted', async ({ staff, given }) => {
  const survey = await given.survey()
  const [first, second] = await given.responses(survey, 2)
  const reasonOf = async (appliesTo: 'RESPONSE' | 'SITE') => {
    const body = { title: `Made up ${appliesTo}`, code: `MADE_UP_${appliesTo}`, appliesTo }
    return (await staff.call(issueCategories.create, { body })).data.id
  }
  const issueCategoryId = await reasonOf('RESPONSE')
  const reject = { formStatus: 'REJECTED', issueCategoryId }
  const { data } = await staff.call(responses.move, { params: { id: first?.id ?? 0 }, body: reject })
  expect(data).toMatchObject({
    status: 'REJECTED',
    reason: null,
    issueCategoryId,
    issueCategoryTitle: 'Made up RESPONSE',
  })
  const bulk = await staff.call(responses.review, { body: { ...reject, ids: [second?.id], reason: 'See the photo' } })
  expect(bulk.data.succeeded).toBe(1)
  const counted = await staff.call(responses.issues, { params: { surveyId: survey.encodedId } })
  expect(counted.data.reasons).toEqual([{ id: issueCategoryId, title: 'Made up RESPONSE', responses: 2 }])
  const found = await staff.call(responses.list, { query: { issueCategoryId: String(issueCategoryId) } })
  expect(found.total).toBe(2)
  const ofSites = { formStatus: 'REJECTED', issueCategoryId: await reasonOf('SITE') }
  await expect(staff.call(responses.move, { params: { id: first?.id ?? 0 }, body: ofSites })).rejects.toMatchObject({
    errors: [{ path: 'issueCategoryId', code: 'NOT_ALLOWED' }],
  })
})
