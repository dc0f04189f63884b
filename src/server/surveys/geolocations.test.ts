import { expect } from 'vitest'
import { geolocations } from '#contract/geolocations.ts'
import { surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'
import { fenceOf } from './geolocation-store.ts'

test('a geofence is set, its distance changed alone, and the record may be sent back', async ({
  given,
  as,
  services,
}) => {
  const staff = as(await given.admin())
  const survey = await given.survey()
  const params = { id: survey.encodedId }
  expect((await staff.call(surveys.get, { params })).data.geolocation).toMatchObject({ mode: 'OFF', version: 0 })
  expect(await fenceOf(services.database.db, survey.id)).toBeUndefined()

  const point = { reference: 'POINT' as const, latitude: -19.8, longitude: 34.8 }
  const { data: set } = await staff.call(geolocations.update, {
    params,
    body: { mode: 'WARN', ...point, version: 0 },
  })
  expect(set).toMatchObject({ id: survey.id, mode: 'WARN', distanceMeters: 500, version: 1 })
  const { data: wider } = await staff.call(geolocations.distance, { params, body: { distance: 2000 } })
  expect(wider).toMatchObject({ mode: 'WARN', distanceMeters: 2000, version: 2 })
  expect(await fenceOf(services.database.db, survey.id)).toEqual({
    mode: 'WARN',
    distanceMeters: 2000,
    centres: [{ latitude: -19.8, longitude: 34.8 }],
  })
  const { data: same } = await staff.call(geolocations.update, { params: { id: survey.id }, body: wider })
  expect(same).toEqual(wider)
  await expect(
    staff.call(geolocations.update, { params: { id: survey.id }, body: { ...wider, version: 1, mode: 'BLOCK' } }),
  ).rejects.toMatchObject({
    status: 409,
    code: 'STALE',
  })
  const stale = { distanceMeters: 300, version: 1 }
  await expect(staff.call(geolocations.distance, { params: { id: survey.id }, body: stale })).rejects.toMatchObject({
    code: 'STALE',
    data: { distanceMeters: 2000, version: 2 },
  })
})

test('a geofence without a place, too small, too far or of two distances is refused', async ({ staff, given }) => {
  const params = { id: (await given.survey()).id }
  const refused = (body: object, ...errors: [string, string][]) =>
    expect(staff.call(geolocations.update, { params, body })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: errors.map(([path, code]) => expect.objectContaining({ path, code })),
    })
  await refused({ mode: 'BLOCK' }, ['reference', 'FENCE_WITHOUT_PLACE'])
  await refused({ mode: 'BLOCK', reference: 'POINT' }, ['latitude', 'REQUIRED'])
  await refused({ latitude: 91, longitude: 181 }, ['latitude', 'TOO_BIG'], ['longitude', 'TOO_BIG'])
  await refused({ distanceMeters: 9 }, ['distanceMeters', 'TOO_SMALL'])
  await refused({ distanceMeters: 50_001 }, ['distanceMeters', 'TOO_BIG'])
  await refused({ distanceMeters: 100, distance: 200 }, ['distance', 'NOT_ALLOWED'])
  await expect(
    staff.call(geolocations.update, {
      params,
      body: { mode: 'WARN', reference: 'ADMIN_UNIT', administrativeUnitId: 9e8 },
    }),
  ).rejects.toMatchObject({ code: 'UNKNOWN_REFERENCE' })
})
