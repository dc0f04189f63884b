import { expect, test } from 'vitest'
import {
  approvalsNeeded,
  budgetLevel,
  type LetGo,
  type Limit,
  limitRefusals,
  phoneKey,
  surveyKey,
} from './payment-limits.ts'

const phone = '+258840000001'
const pay = (id: number, amountMinor: number, more: object = {}) => ({
  id,
  amountMinor,
  currency: 'MZN',
  surveyId: 7,
  phone,
  ...more,
})
const limit = (kind: Limit['kind'], amountMinor: number, role: string | null = null): Limit => ({
  kind,
  currency: 'MZN',
  role,
  amountMinor,
})
const past = (limits: Limit[], more: Partial<LetGo> = {}): LetGo => ({
  limits,
  role: 'PAYER',
  byActorToday: new Map(),
  toPhoneToday: new Map(),
  budgetLeft: new Map(),
  ...more,
})

test('a payment above the limit of one payment is refused, and the others go', () => {
  const refused = limitRefusals('approve', [pay(1, 100), pay(2, 101)], past([limit('PAYMENT', 100)]))
  expect([...refused]).toEqual([[2, 'AMOUNT_LIMIT']])
})

test('the limit of a role comes before that of everybody', () => {
  const limits = [limit('PAYMENT', 100), limit('PAYMENT', 500, 'PAYER')]
  expect(limitRefusals('approve', [pay(1, 400)], past(limits)).size).toBe(0)
  expect(limitRefusals('approve', [pay(1, 400)], past(limits, { role: 'OTHER' })).get(1)).toBe('AMOUNT_LIMIT')
})

test('what is together above a limit is refused together, in its currency alone', () => {
  const payments = [pay(1, 60), pay(2, 60), pay(3, 999, { currency: 'UGX' })]
  expect([...limitRefusals('initiate', payments, past([limit('RUN', 100)])).keys()]).toEqual([1, 2])
  const today = past([limit('ACTOR_DAY', 150)], { byActorToday: new Map([['MZN', 40n]]) })
  expect([...limitRefusals('initiate', payments, today)]).toEqual([
    [1, 'DAY_LIMIT'],
    [2, 'DAY_LIMIT'],
  ])
})

test('a phone and a budget count when money leaves, to the last unit', () => {
  const payments = [pay(1, 60), pay(2, 40, { phone: '+258840000002' })]
  const toPhoneToday = new Map([[phoneKey(phone, 'MZN'), 41n]])
  const phones = past([limit('PHONE_DAY', 100)], { toPhoneToday })
  expect([...limitRefusals('authorize', payments, phones)]).toEqual([[1, 'PHONE_LIMIT']])
  expect(limitRefusals('approve', payments, phones).size).toBe(0)
  const left = (amount: bigint) => past([], { budgetLeft: new Map([[surveyKey(7, 'MZN'), amount]]) })
  expect(limitRefusals('authorize', payments, left(100n)).size).toBe(0)
  expect([...limitRefusals('authorize', payments, left(99n)).values()]).toEqual(['BUDGET_EXCEEDED', 'BUDGET_EXCEEDED'])
})

test('above an amount two people approve', () => {
  const limits = [limit('SECOND_APPROVAL', 1000)]
  expect([1000, 1001].map((amountMinor) => approvalsNeeded(limits, { amountMinor, currency: 'MZN' }))).toEqual([1, 2])
  expect(approvalsNeeded(limits, { amountMinor: 5000, currency: 'UGX' })).toBe(1)
})

test('a budget warns at four fifths and stops at all of it', () => {
  expect([799n, 800n, 999n, 1000n].map((taken) => budgetLevel(1000n, taken))).toEqual([
    'FINE',
    'WARNING',
    'WARNING',
    'USED_UP',
  ])
})
