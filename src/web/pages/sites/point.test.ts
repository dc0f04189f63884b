import { expect, test } from 'vitest'
import { pointOf } from './point.ts'

test('what is typed is a point once it can be one', () => {
  expect(pointOf({ latitude: -19.8, longitude: 34.8, radiusMeters: null })).toEqual({
    latitude: -19.8,
    longitude: 34.8,
  })
  expect(pointOf({ latitude: -19.8, longitude: 34.8, radiusMeters: 150 })).toMatchObject({ radiusMeters: 150 })
  expect(pointOf({ latitude: -19.8, longitude: 34.8, radiusMeters: 1 })).toEqual({ latitude: -19.8, longitude: 34.8 })
  for (const unfit of [{}, { latitude: -19.8 }, { latitude: '-19.8', longitude: 1 }, { latitude: 91, longitude: 0 }])
    expect(pointOf(unfit)).toBeUndefined()
})
