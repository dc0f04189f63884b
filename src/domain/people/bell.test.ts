import { expect, test } from 'vitest'
import { unseenOf } from './bell.ts'

test('An entry is unseen when it came after the bell was last opened', () => {
  const old = { at: '2026-03-01T10:00:00.000Z' }
  const recent = { at: '2026-03-02T10:00:00.000Z' }
  expect(unseenOf([old, recent], '2026-03-01T10:00:00.000Z')).toEqual([recent])
  expect(unseenOf([old, recent], null)).toEqual([old, recent])
})
