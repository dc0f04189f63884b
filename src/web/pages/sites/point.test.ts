import { expect, test } from 'vitest'
import { pastedPoint, pointOf } from './point.ts'

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

test.each([
  ['-25.9653, 32.5832', -25.9653, 32.5832],
  ['-25.9653,32.5832', -25.9653, 32.5832],
  ['\u221225.9653° 32.5832°\n', -25.9653, 32.5832],
  ['-25,9653; 32,5832', -25.9653, 32.5832],
  ['-25,9653, 32,5832', -25.9653, 32.5832],
  ['-25, 32', -25, 32],
])('%j is pasted as a point', (text, latitude, longitude) => {
  expect(pastedPoint(text)).toEqual({ latitude, longitude })
})

test.each(['-25.9653', '-25,9653', '-25,32', 'Rua 1, 2', '1, 2, 3', '', '25.9653 S, 32.5832 E'])(
  '%j is left to the field it is pasted into',
  (text) => expect(pastedPoint(text)).toBeUndefined(),
)
