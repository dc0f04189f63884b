import { expect, test } from 'vitest'
import { type StopFacts, stopRefusal } from './payment-stops.ts'

const payer = (id: number) => ({ id, permissions: new Set(['payments.authorize']) })
const open: StopFacts = { kind: 'RESTORED', isOpen: true, confirmedBy: [1] }

test('a stop is confirmed by each person once, and by those who may release money', () => {
  expect(stopRefusal(open, payer(2))).toBeUndefined()
  expect(stopRefusal(open, payer(1))).toBe('STOP_NEEDS_PEOPLE')
  expect(stopRefusal({ ...open, isOpen: false }, payer(2))).toBe('STOP_OVER')
  expect(stopRefusal({ ...open, kind: 'NO_PROVIDER' }, payer(2))).toBe('STOP_BY_HOUSE')
  expect(stopRefusal(open, { id: 2, permissions: new Set(['payments.initiate']) })).toBe('FORBIDDEN')
})
