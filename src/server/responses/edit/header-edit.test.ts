import { expect } from 'vitest'
import { responseEdits } from '#contract/response-edits.ts'
import { geolocations } from '#contract/geolocations.ts'
import { test, type TestApp } from '../../test/with-app.ts'

async function countsOf({ sql }: TestApp, surveyId: number) {
  const { rows } = await sql.owner.query(
    `select participant_count as participants, (
       select jsonb_object_agg(day, n) from (
         select day, sum(n) n from survey_counter where survey_id = survey.id group by 1 having sum(n) <> 0) d) as days
     from survey where id = $1`,
    [surveyId],
  )
  return rows[0]
}

test('who, when and where of a response are corrected, and its counts follow', async ({ app }) => {
  const survey = await app.given.survey()
  const [mine, other] = await app.given.responses(survey, 2, { submittedAt: '2026-03-01T10:00:00Z' })
  const params = { id: mine?.id ?? 0 }
  const staff = app.as(await app.given.admin())
  const { data } = await staff.call(responseEdits.header, {
    params,
    body: {
      participantPhone: '+258 84 999 1234',
      submittedAt: '2026-03-05T10:00:00Z',
      latitude: -19,
      longitude: 33,
      accuracy: 12.5,
      version: 1,
    },
  })
  expect(data).toMatchObject({ status: 'EDITED', version: 2, phone: '+258849991234', latitude: -19, accuracy: 12.5 })
  expect(data.submittedAt).toBe('2026-03-05T10:00:00.000Z')
  expect(await countsOf(app, survey.id)).toEqual({ participants: 2, days: { '2026-03-01': 1, '2026-03-05': 1 } })
  await expect(
    staff.call(responseEdits.header, { params, body: { participantPhone: other?.phone } }),
  ).rejects.toMatchObject({ status: 409, code: 'RESPONSE_REPEATED' })
  const nobody = await staff.call(responseEdits.header, { params, body: { participantPhone: null } })
  expect(nobody.data.participant).toBeNull()
  expect(await countsOf(app, survey.id)).toMatchObject({ participants: 2 })
  await expect(staff.call(responseEdits.header, { params, body: { latitude: 1, version: 1 } })).rejects.toMatchObject({
    code: 'STALE',
    data: { version: 3 },
  })
})

test('a participant of two responses is counted until none of them is theirs', async ({ app }) => {
  const survey = await app.given.survey({ allowMultipleResponses: true })
  const given = await app.given.responses(survey, 2, { phone: '+258841230001' })
  const staff = app.as(await app.given.admin())
  const give = (index: number, participantPhone: string) =>
    staff.call(responseEdits.header, { params: { id: given[index]?.id ?? 0 }, body: { participantPhone } })
  expect(await countsOf(app, survey.id)).toMatchObject({ participants: 1 })
  await give(0, '+258841230002')
  expect(await countsOf(app, survey.id)).toMatchObject({ participants: 2 })
  await give(1, '+258841230002')
  expect(await countsOf(app, survey.id)).toMatchObject({ participants: 1 })
})

test('a header against the rules of intake is refused with all that is wrong', async ({ app }) => {
  const survey = await app.given.survey({ startsAt: '2026-01-01T00:00:00Z', participantRequired: true })
  const [response] = await app.given.responses(survey, 1)
  const params = { id: response?.id ?? 0 }
  const staff = app.as(await app.given.admin())
  await staff.call(geolocations.update, {
    params: { id: survey.id },
    body: { mode: 'BLOCK', reference: 'POINT', latitude: 10, longitude: 10, distanceMeters: 100 },
  })
  await expect(
    staff.call(responseEdits.header, {
      params,
      body: { participantPhone: null, submittedAt: '2025-12-31T00:00:00Z', latitude: 11, longitude: 10 },
    }),
  ).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'participantPhone', code: 'REQUIRED' },
      { path: 'submittedAt', code: 'BEFORE_START' },
      { path: 'latitude', code: 'OUTSIDE_FENCE' },
    ],
  })
  for (const body of [
    { participantPhone: 'no phone' },
    { submittedAt: '2035-01-01T00:00:00Z' },
    { latitude: 91 },
    { latitude: 1 },
  ])
    await expect(staff.call(responseEdits.header, { params, body })).rejects.toMatchObject({ status: 400 })
  const zero = staff.call(responseEdits.header, { params, body: { latitude: 0, longitude: 0 } })
  await expect(zero).rejects.toMatchObject({ errors: [{ path: 'latitude', code: 'POINT_ZERO' }] })
  const inside = await staff.call(responseEdits.header, { params, body: { latitude: 10, longitude: 10 } })
  expect(inside.data).toMatchObject({ fence: 'INSIDE', fenceDistance: 0 })
})
