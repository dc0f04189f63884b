/** The verdict on the place of a response, once and for all at intake. */
import { expect } from 'vitest'
import type { FenceMode } from '#domain/answers/geofence.ts'
import { geolocations } from '#contract/geolocations.ts'
import type { WorkbookReport } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import type { Caller } from '../../test/caller.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import { refusalOf, rowsOf, send, workbook } from '../../test/given-upload.ts'
import { test } from '../../test/with-app.ts'

const beira = { latitude: -19.84, longitude: 34.84 }
const near = { ...beira, latitude: -19.845 }
const far = { ...beira, latitude: -19.9 }

function setFence(staff: Caller, { id }: GivenSurvey, mode: FenceMode, distanceMeters = 1000) {
  const body = { mode, reference: 'POINT' as const, ...beira, distanceMeters }
  return staff.call(geolocations.update, { params: { id }, body })
}

/** Inside, outside, uncertain, and without a place. */
function placedRows(survey: GivenSurvey, prefix: string) {
  const places = [near, far, { ...near, accuracy: 3000 }, {}]
  return rowsOf(survey, places.length, prefix).map((row, index) => ({ ...row, ...places[index] }))
}

async function listed(staff: Caller, { id }: GivenSurvey, query: object = {}) {
  const { list } = await staff.call(responses.list, { query: { surveyId: id, sort: 'submittedAt', ...query } })
  return list
    .map(({ formKey, fence, flags }) => [formKey, fence, flags.filter((flag) => flag.includes('FENCE')).join()])
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
}

test('a warning fence flags each response with its distance, and a filter finds them', async ({ staff, given }) => {
  const survey = await given.survey()
  await send(staff, survey, await workbook(survey, placedRows(survey, 'a')))
  await setFence(staff, survey, 'WARN')
  await send(staff, survey, await workbook(survey, placedRows(survey, 'b')))
  expect(await listed(staff, survey)).toEqual([
    ['a0', null, ''],
    ['a1', null, ''],
    ['a2', null, ''],
    ['a3', null, ''],
    ['b0', 'INSIDE', ''],
    ['b1', 'OUTSIDE', 'OUTSIDE_FENCE'],
    ['b2', 'UNCERTAIN', 'FENCE_UNCERTAIN'],
    ['b3', 'NO_FIX', 'FENCE_NO_FIX'],
  ])
  expect((await listed(staff, survey, { fence: 'OUTSIDE,NO_FIX' })).map(([key]) => key)).toEqual(['b1', 'b3'])
  expect((await listed(staff, survey, { fence: '~' })).map(([key]) => key)).toEqual(['a0', 'a1', 'a2', 'a3'])

  // A later fence changes the circle that is shown, never a verdict.
  await setFence(staff, survey, 'WARN', 50_000)
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id, fence: 'OUTSIDE' } })
  const { data } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  expect(data).toMatchObject({ fence: 'OUTSIDE', circle: { ...beira, radiusMeters: 50_000 } })
  expect(data.fenceDistance).toBeCloseTo(6672, 0)
})

test('a blocking fence names cells outside it or without a place, and takes no row', async ({ staff, given }) => {
  const survey = await given.survey()
  await setFence(staff, survey, 'BLOCK')
  const { code, data } = await refusalOf(send(staff, survey, await workbook(survey, placedRows(survey, 'c'))))
  expect(code).toBe('WORKBOOK_ROWS_INVALID')
  expect((data as WorkbookReport).problems.map((found) => `${found.cell} ${found.code}`)).toEqual([
    'D4 OUTSIDE_FENCE',
    'D6 REQUIRED',
  ])
  const [inside, , uncertain] = placedRows(survey, 'd')
  if (!inside || !uncertain) expect.unreachable()
  await send(staff, survey, await workbook(survey, [inside, uncertain]))
  expect(await listed(staff, survey)).toEqual([
    ['d0', 'INSIDE', ''],
    ['d2', 'UNCERTAIN', 'FENCE_UNCERTAIN'],
  ])
})
