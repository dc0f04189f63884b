import { expect, test } from 'vitest'
import { linkRefusal, mailDue } from './mail.ts'

const now = '2026-03-10T09:00:00.000Z'
const payments = { kind: 'payments', n: 300, at: '2026-03-10T08:58:00.000Z' }
const desk = { kind: 'desk', n: 1, at: '2026-03-10T08:59:00.000Z' }
const look = {
  waiting: [payments, desk],
  seenAt: null,
  lastLook: '2026-03-10T08:55:00.000Z',
  lastDaily: '2026-03-10T04:03:00.000Z',
  now,
}
const kindsOf = (more: Partial<Parameters<typeof mailDue>[0]>) =>
  mailDue({ ...look, choice: 'AT_ONCE', ...more }).entries.map(({ kind }) => kind)

test('at once: what came since the last look, unless it was seen on the screen', () => {
  expect(kindsOf({})).toEqual(['payments', 'desk'])
  expect(kindsOf({ seenAt: '2026-03-10T08:58:30.000Z' })).toEqual(['desk'])
  expect(kindsOf({ lastLook: '2026-03-10T08:59:30.000Z' })).toEqual([])
})

test('daily: all that waits once a day, and troubles in between', () => {
  expect(kindsOf({ choice: 'DAILY' })).toEqual(['desk'])
  const older = { lastDaily: '2026-03-10T03:59:00.000Z', lastLook: '2026-03-10T08:59:30.000Z' }
  expect(mailDue({ ...look, ...older, choice: 'DAILY' })).toEqual({ entries: [payments, desk], isDaily: true })
  expect(kindsOf({ ...older, choice: 'DAILY', now: '2026-03-10T03:59:30.000Z' })).toEqual([])
})

test('never, and at the first look ever, nothing is written', () => {
  expect(kindsOf({ choice: 'NEVER' })).toEqual([])
  expect(kindsOf({ choice: 'DAILY', lastLook: null, lastDaily: null })).toEqual([])
})

test('a link that is unknown, used or over says which', () => {
  const later = '2026-03-10T09:00:01.000Z'
  expect(linkRefusal(undefined, now)).toBe('LINK_UNKNOWN')
  expect(linkRefusal({ expiresAt: later, endedAt: now }, now)).toBe('LINK_USED')
  expect(linkRefusal({ expiresAt: now, endedAt: null }, now)).toBe('LINK_EXPIRED')
  expect(linkRefusal({ expiresAt: later, endedAt: null }, now)).toBeUndefined()
})
