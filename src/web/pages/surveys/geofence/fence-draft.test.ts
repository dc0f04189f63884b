import { expect, test } from 'vitest'
import { largestFence, noFence, smallestFence } from '#domain/answers/geofence.ts'
import { changesOf, isDistanceAlone, metresAt, settingsOf, lastStep, stepOf } from './fence-draft.ts'

const begun = { id: 1, ...noFence, version: 2, updatedAt: null }

test('a draft knows what differs from the stored fence, and if it is distance alone', () => {
  expect(settingsOf({ begun, changes: { mode: 'WARN' } })).toEqual({ ...noFence, mode: 'WARN' })
  expect(changesOf({ begun, changes: { mode: 'OFF', distanceMeters: 900 } })).toEqual({ distanceMeters: 900 })
  expect(isDistanceAlone({ distanceMeters: 900 })).toBe(true)
  expect(isDistanceAlone({ distanceMeters: 900, mode: 'WARN' })).toBe(false)
  expect(isDistanceAlone({})).toBe(false)
})

test('the slider reaches both bounds, rises at each step, and returns to its own steps', () => {
  const metres = Array.from({ length: lastStep + 1 }, (_, step) => metresAt(step))
  expect([metres[0], metres.at(-1)]).toEqual([smallestFence, largestFence])
  for (const [step, value] of metres.entries()) {
    expect(value).toBeGreaterThan(metres[step - 1] ?? 0)
    expect(stepOf(value)).toBe(step)
  }
})
