import { expect, test } from 'vitest'
import { endOf } from './session-span.ts'

const minute = 60_000
const known = { lastCallAt: 0, expiresAt: 720 * minute, idleMs: 30 * minute, aheadMs: 0 }

test('an unused session ends a minute before its idle time is over', () => {
  expect(endOf(known)).toBe(29 * minute)
})

test('a session in use ends when the server said, by the clock of the server', () => {
  const used = { ...known, lastCallAt: 710 * minute }
  expect(endOf(used)).toBe(720 * minute)
  expect(endOf({ ...used, aheadMs: 5 * minute })).toBe(715 * minute)
})

test('nothing is said before the server was asked', () => {
  expect(endOf({ ...known, expiresAt: undefined })).toBeUndefined()
})
