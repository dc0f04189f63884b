import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { reviewTargets, type ReviewTarget } from '#domain/answers/response.ts'
import { surveyState } from '../../test/survey-state.ts'
import { test } from '../../test/with-app.ts'

test('approving makes what is owed, taking it back cancels it, and the trail says both', async ({ app }) => {
  const reviewer = await app.given.admin()
  const staff = app.as(reviewer)
  const survey = await app.given.survey({ amount: '50.00' })
  const [response] = await app.given.responses(survey, 2)
  const params = { id: response?.id ?? 0 }
  const approved = await staff.call(responses.move, { params, body: { formStatus: 'APPROVED' } })
  expect(approved.data).toMatchObject({ status: 'APPROVED', paymentStatus: 'ELIGIBLE', version: 2 })
  expect(approved.data.reviewedBy).toMatch(/^Staff/)
  // What a reviewer has done today.
  const decidedBy = async (by: number) =>
    (await staff.call(responses.list, { query: { reviewedBy: by, reviewedAt: '2020-01-01..', status: 'APPROVED' } }))
      .total
  expect([await decidedBy(reviewer.id), await decidedBy(reviewer.id + 1)]).toEqual([1, 0])
  const back = await staff.call(responses.move, { params, body: { formStatus: 'IN_REVIEW' } })
  expect(back.data).toMatchObject({ status: 'IN_REVIEW', paymentStatus: null, reviewedBy: null, reviewedAt: null })
  const counts = { IN_REVIEW: 1, RECEIVED: 1 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: { CANCELLED: 1 } })
  const { rows } = await app.sql.owner.query(
    `select before->>'formStatus' as before, after->>'formStatus' as after from audit
       where subject_type = 'form' and subject_id = $1 order by id`,
    [String(params.id)],
  )
  expect(rows).toEqual([
    { before: 'RECEIVED', after: 'APPROVED' },
    { before: 'APPROVED', after: 'IN_REVIEW' },
  ])
})

test('a response of a free survey or a pilot is approved without a payment', async ({ staff, app }) => {
  for (const spec of [{}, { amount: '10.00', status: 'PILOT' as const }]) {
    const survey = await app.given.survey(spec)
    const [response] = await app.given.responses(survey, 1)
    const { data } = await staff.call(responses.move, {
      params: { id: response?.id ?? 0 },
      body: { formStatus: 'APPROVED' },
    })
    expect(data.paymentStatus).toBeNull()
  }
})

test('no response of a survey above the highest amount is approved, in bulk or alone', async ({ staff, app }) => {
  const [dear, fair] = [await app.given.survey({ amount: '50.00' }), await app.given.survey({ amount: '50.00' })]
  const [mine] = await app.given.responses(dear, 1)
  const [other] = await app.given.responses(fair, 1)
  // The operator lowered the highest amount since.
  await app.sql.owner.query('update survey set amount_minor = 10000001 where id = $1', [dear.id])
  const params = { id: mine?.id ?? 0 }
  const approve = { formStatus: 'APPROVED' }
  await expect(staff.call(responses.move, { params, body: approve })).rejects.toMatchObject({
    status: 409,
    code: 'AMOUNT_TOO_HIGH',
  })
  const { data } = await staff.call(responses.review, { body: { ...approve, ids: [mine?.id, other?.id] } })
  expect(data).toMatchObject({ succeeded: 1, failed: 1 })
  expect(data.results).toContainEqual(expect.objectContaining({ id: mine?.id, code: 'AMOUNT_TOO_HIGH' }))
  const rejected = await staff.call(responses.move, { params, body: { formStatus: 'REJECTED', reason: 'OTHER' } })
  expect(rejected.data.status).toBe('REJECTED')
})

test.for<[from: 'RECEIVED' | ReviewTarget, allowed: ReviewTarget[]]>([
  ['RECEIVED', ['IN_REVIEW', 'APPROVED', 'REJECTED']],
  ['IN_REVIEW', ['HAS_ISSUES', 'APPROVED', 'REJECTED']],
  ['HAS_ISSUES', ['IN_REVIEW', 'APPROVED', 'REJECTED']],
  ['APPROVED', ['IN_REVIEW']],
  ['REJECTED', ['IN_REVIEW']],
])('from %s a response goes to %s and nowhere else', async ([from, allowed], { staff, app }) => {
  const survey = await app.given.survey()
  for (const formStatus of reviewTargets) {
    const [response] = await app.given.responses(survey, 1, { status: from })
    const move = staff.call(responses.move, {
      params: { id: response?.id ?? 0 },
      body: { formStatus, reason: 'Because' },
    })
    if (allowed.includes(formStatus)) expect((await move).data.status).toBe(formStatus)
    else {
      const code = formStatus === from ? 'ALREADY_DONE' : 'RESPONSE_TRANSITION'
      await expect(move).rejects.toMatchObject({ status: 409, code })
    }
  }
})

test('a rejection needs a reason, and the reason is shown', async ({ staff, given }) => {
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  for (const reason of [undefined, null, '  ']) {
    await expect(
      staff.call(responses.move, { params, body: { formStatus: 'REJECTED', reason } }),
    ).rejects.toMatchObject({ status: 400, code: 'REASON_REQUIRED' })
  }
  const { data } = await staff.call(responses.move, { params, body: { formStatus: 'REJECTED', reason: 'Made up' } })
  expect(data).toMatchObject({ status: 'REJECTED', reason: 'Made up' })
})

test('a verdict on an outdated version is refused with the current row', async ({ staff, given }) => {
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  await staff.call(responses.move, { params, body: { formStatus: 'IN_REVIEW', version: 1 } })
  await expect(
    staff.call(responses.move, { params, body: { formStatus: 'APPROVED', version: 1 } }),
  ).rejects.toMatchObject({ code: 'STALE', data: { status: 'IN_REVIEW', version: 2 } })
})

test('unknown responses, unknown keys and people without the right are refused', async ({ staff, given, as }) => {
  const reader = as(await given.admin({ permissions: ['responses.read'] }))
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  const body = { formStatus: 'APPROVED' }
  await expect(staff.call(responses.move, { params: { id: 999_999_999 }, body })).rejects.toMatchObject({
    status: 404,
  })
  await expect(staff.call(responses.move, { params, body: { ...body, issueCode: 1 } })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'issueCode', code: 'UNKNOWN_KEY' }],
  })
  await expect(reader.call(responses.move, { params, body })).rejects.toMatchObject({ status: 403 })
  await expect(staff.call(responses.move, { params, body: { formStatus: 'RECEIVED' } })).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
  })
})

test('a response is held by its payment once that is approved, and cancels it before', async ({ staff, app }) => {
  const initiated = await app.given.payments({ status: 'INITIATED' })
  const approved = await app.given.payments({ status: 'APPROVED' })
  const [free = 0] = initiated.responseIds
  const [held = 0] = approved.responseIds
  const formStatus = 'IN_REVIEW'
  await expect(staff.call(responses.move, { params: { id: held }, body: { formStatus } })).rejects.toMatchObject({
    status: 409,
    code: 'RESPONSE_LOCKED',
  })
  const { data } = await staff.call(responses.review, { body: { ids: [free, held], formStatus } })
  expect(data.results.map(({ id, code }) => [id, code])).toEqual([
    [free, 'OK'],
    [held, 'RESPONSE_LOCKED'],
  ])
  expect(await surveyState(app, initiated.surveyId)).toMatchObject({
    forms: { IN_REVIEW: 1 },
    owed: { CANCELLED: 1 },
  })
  expect(await surveyState(app, approved.surveyId)).toMatchObject({ forms: { APPROVED: 1 }, owed: { APPROVED: 1 } })
})

test('an approval and a rejection at once: one holds, the other is refused', async ({ app }) => {
  const survey = await app.given.survey({ amount: '5.00' })
  const one = app.as(await app.given.admin())
  const two = app.as(await app.given.admin())
  const [response] = await app.given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  const outcomes = await Promise.allSettled([
    one.call(responses.move, { params, body: { formStatus: 'APPROVED' } }),
    two.call(responses.move, { params, body: { formStatus: 'REJECTED', reason: 'No' } }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(lost?.reason).toMatchObject({ code: 'RESPONSE_TRANSITION' })
  const approvedWon = outcomes[0].status === 'fulfilled'
  expect(await surveyState(app, survey.id)).toMatchObject({ owed: approvedWon ? { ELIGIBLE: 1 } : {} })
})
