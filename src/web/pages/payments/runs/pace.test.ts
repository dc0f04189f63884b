import { expect, test } from 'vitest'
import { paceOf } from './pace.ts'

const startedAt = '2026-03-01T10:00:00.000Z'
const readAt = '2026-03-01T10:00:10.000Z'

test('a run half done after ten seconds ends in ten more', () => {
  expect(paceOf({ done: 5000, doneBefore: 0, total: 10_000, startedAt, readAt })).toEqual({
    rate: 500,
    endsAt: '2026-03-01T10:00:20.000Z',
  })
})

test('a run has no pace before its first chunk', () => {
  expect(paceOf({ done: 0, doneBefore: 0, total: 10_000, startedAt, readAt })).toBeUndefined()
  expect(paceOf({ done: 0, doneBefore: 0, total: 10_000, startedAt: null, readAt })).toBeUndefined()
})

test('a run that was resumed goes as fast as since then', () => {
  expect(paceOf({ done: 5000, doneBefore: 4000, total: 10_000, startedAt, readAt })?.rate).toBe(100)
})
