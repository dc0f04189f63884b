import { expect } from 'vitest'
import { jobs } from '#contract/jobs.ts'
import { responses } from '#contract/responses.ts'
import { formName } from '#domain/answers/form-name.ts'
import { jobKinds } from '../../app.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import { surveyState } from '../../test/survey-state.ts'
import { test } from '../../test/with-app.ts'

test('a bulk review reports each response, and one failure stops no other', async ({ staff, app }) => {
  const survey = await app.given.survey({ amount: '5.00' })
  const received = await app.given.responses(survey, 3)
  const [rejected] = await app.given.responses(survey, 1, { status: 'REJECTED' })
  const [approved] = await app.given.responses(survey, 1, { status: 'APPROVED' })
  const ids = [...received.map(({ id }) => id), rejected?.id, approved?.id, 999_999_999]
  const { data, success } = await staff.call(responses.review, { body: { ids, formStatus: 'APPROVED' } })
  expect([success, data.requested, data.succeeded, data.failed, data.skipped]).toEqual([false, 6, 3, 2, 1])
  expect(data.results.map(({ id, code }) => [id, code])).toEqual([
    ...received.map(({ id }) => [id, 'OK']),
    [rejected?.id, 'RESPONSE_TRANSITION'],
    [approved?.id, 'ALREADY_DONE'],
    [999_999_999, 'NOT_FOUND'],
  ])
  // By the names that the list has, not by keys of 36 characters.
  expect(data.results.flatMap(({ title }) => title ?? [])).toEqual(
    [rejected, approved].map((form) => formName(form?.formKey ?? '')),
  )
  const counts = { APPROVED: 4, REJECTED: 1 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: { ELIGIBLE: 3 } })
})

test('a bulk review by filter takes the rows of the list, none when the list changed', async ({ staff, app }) => {
  const survey = await app.given.survey()
  await app.given.responses(survey, 4, { submittedAt: '2025-03-01T10:00:00Z' })
  await app.given.responses(survey, 3, { submittedAt: '2025-03-02T10:00:00Z' })
  const filter = { surveyId: survey.encodedId, status: ['RECEIVED'], to: '2025-03-01' }
  const body = { filter, formStatus: 'REJECTED', reason: 'Test day' }
  await expect(staff.call(responses.review, { body: { ...body, expectedCount: 7 } })).rejects.toMatchObject({
    status: 409,
    code: 'BATCH_CHANGED',
  })
  const { data } = await staff.call(responses.review, { body: { ...body, expectedCount: 4 } })
  expect(data).toMatchObject({ requested: 4, succeeded: 4, failed: 0, skipped: 0 })
  const counts = { RECEIVED: 3, REJECTED: 4 }
  expect(await surveyState(app, survey.id)).toMatchObject({ forms: counts, counted: counts })
})

test('of reviewers who press the button together each response is moved by one', async ({ app }) => {
  const survey = await app.given.survey({ amount: '5.00' })
  const ids = (await app.given.responses(survey, 200)).map(({ id }) => id)
  const reviewers = await Promise.all(Array.from({ length: 4 }, () => app.given.admin()))
  const results = await Promise.all(
    reviewers.map((reviewer, n) =>
      // Each in an order of their own, overlapping with the others.
      app.as(reviewer).call(responses.review, {
        body: { ids: (n % 2 ? ids.toReversed() : ids).slice(n * 10), formStatus: 'APPROVED' },
      }),
    ),
  )
  expect(results.map(({ data }) => data.failed)).toEqual([0, 0, 0, 0])
  expect(results.reduce((sum, { data }) => sum + data.succeeded, 0)).toBe(200)
  const skippedCodes = results.flatMap(({ data }) => data.results.filter(({ code }) => code !== 'OK'))
  expect(new Set(skippedCodes.map(({ code }) => code))).toEqual(new Set(['ALREADY_DONE']))
  const counts = { APPROVED: 200 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: { ELIGIBLE: 200 } })
})

test('three thousand responses are approved in one call, each owed once', async ({ staff, app }) => {
  const survey = await app.given.survey({ amount: '5.00' })
  await app.given.responses(survey, 3000)
  const body = { filter: { surveyId: survey.id }, formStatus: 'APPROVED', expectedCount: 3000 }
  const { data } = await staff.call(responses.review, { body })
  expect(data).toEqual({ requested: 3000, succeeded: 3000, failed: 0, skipped: 0, results: [] })
  const counts = { APPROVED: 3000 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: { ELIGIBLE: 3000 } })
})

test('a bulk review as a job moves the responses of that moment and names the rest', async ({ app }) => {
  const reviewer = await app.given.admin()
  const staff = app.as(reviewer)
  const survey = await app.given.survey({ amount: '5.00' })
  await app.given.responses(survey, 3)
  const [rejected] = await app.given.responses(survey, 1, { status: 'REJECTED' })
  const body = { filter: { surveyId: survey.id }, formStatus: 'APPROVED', by: 'JOB' }
  await expect(staff.call(responses.review, { body: { ...body, expectedCount: 3 } })).rejects.toMatchObject({
    code: 'BATCH_CHANGED',
    data: { count: 4 },
  })
  const { data } = await staff.call(responses.review, { body: { ...body, expectedCount: 4 } })
  await app.given.responses(survey, 1)
  givenWorker(app, jobKinds)
  const job = await untilState(app, reviewer, data.jobId ?? 0, 'DONE')
  expect([job.total, job.done, job.failed]).toEqual([4, 4, 1])
  const counts = { APPROVED: 3, REJECTED: 1, RECEIVED: 1 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: { ELIGIBLE: 3 } })
  const { list } = await staff.call(jobs.failures, { params: { id: data.jobId ?? 0 } })
  expect(list).toMatchObject([
    { id: rejected?.id, title: formName(rejected?.formKey ?? ''), code: 'RESPONSE_TRANSITION' },
  ])
})
