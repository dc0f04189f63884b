import { expect, test } from 'vitest'
import { distanceOf } from './distance.ts'

const now = new Date('2026-03-10T12:00:00Z')

test.each([
  ['2026-03-13T13:00:00Z', { value: 3, unit: 'day' }],
  ['2026-03-11T13:00:00Z', { value: 25, unit: 'hour' }],
  ['2026-03-10T13:30:00Z', { value: 90, unit: 'minute' }],
  ['2026-03-08T11:00:00Z', { value: -2, unit: 'day' }],
  ['2026-03-10T11:59:30Z', { value: -0, unit: 'minute' }],
])('%s is %j away', (moment, distance) => {
  expect(distanceOf(new Date(moment), now)).toEqual(distance)
})
