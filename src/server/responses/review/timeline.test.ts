import { expect } from 'vitest'
import { responseEdits } from '#contract/response-edits.ts'
import { responseTimeline } from '#contract/response-timeline.ts'
import { responses } from '#contract/responses.ts'
import { test } from '../../test/with-app.ts'

test('the timeline tells who did what to a response and why, up to its payment', async ({ app }) => {
  const survey = await app.given.survey({ amount: '10.00' })
  const [response] = await app.given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  const staff = app.as(await app.given.admin())
  const move = (body: { formStatus: 'IN_REVIEW' | 'HAS_ISSUES' | 'APPROVED'; reason?: string }) =>
    staff.call(responses.move, { params, body })
  await move({ formStatus: 'IN_REVIEW' })
  await move({ formStatus: 'HAS_ISSUES', reason: 'Phone unclear' })
  await staff.call(responseEdits.header, { params, body: { latitude: -19, longitude: 33, reason: 'As called' } })
  await staff.call(responseEdits.header, { params, body: { latitude: -19 } })
  await move({ formStatus: 'APPROVED' })
  const { data } = await staff.call(responseTimeline, { params })
  const by = expect.stringMatching(/^Staff/)
  expect(data.moments.toSorted((a, b) => a.at.localeCompare(b.at))).toEqual(data.moments)
  expect(data.moments.map(({ at: _, ...moment }) => moment)).toMatchObject([
    { event: 'SUBMITTED', detail: expect.any(String) },
    { event: 'RECEIVED', by: null },
    { event: 'REVIEW_STARTED', by },
    { event: 'RETURNED', by, note: 'Phone unclear' },
    { event: 'EDITED', by, detail: '0', note: 'As called' },
    { event: 'APPROVED', by, note: null },
    { event: 'PAYMENT_MADE', by: null },
  ])
  await staff.call(responses.undo, { params })
  const undone = await staff.call(responseTimeline, { params })
  expect(undone.data.moments.slice(-2).map(({ event, detail }) => [event, detail])).toEqual([
    ['UNDONE', 'EDITED'],
    ['PAYMENT_CANCELLED', null],
  ])
})
