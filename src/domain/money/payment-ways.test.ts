import { expect, test } from 'vitest'
import { paymentHolds, type PaymentActor, paymentStatuses, type PaymentStatus } from './payment.ts'
import { allowedActions, moversOf, needsReason, paymentWays, type WayFacts, wayRefusal } from './payment-ways.ts'
import { permissionEntries } from '../people/permissions.ts'

const everything = new Set<string>(permissionEntries.map(({ name }) => name))
const outsider: PaymentActor = { id: 9, phone: undefined, permissions: everything }

function facts(more: Partial<WayFacts> = {}): WayFacts {
  return { status: 'ELIGIBLE', phone: '+258841230001', steps: [], attempt: undefined, finding: undefined, ...more }
}

/** What is over. */
const ends: readonly PaymentStatus[] = ['CANCELLED', 'REVERSED']
const attempts = [
  { isUnsent: true, isUnclear: false, isPaidTwice: false },
  { isUnsent: false, isUnclear: true, isPaidTwice: false },
]
const twice = { isUnsent: false, isUnclear: false, isPaidTwice: true }
const stuck = paymentStatuses
  .filter((status) => !ends.includes(status))
  .flatMap((status) => [undefined, ...paymentHolds].map((hold) => [status, hold] as const))

test.each(stuck)('a payment that is %s and held by %s has a way out', (status, hold) => {
  const phone = hold === 'NO_PHONE' ? undefined : '+258841230001'
  for (const attempt of status === 'PROCESSING' ? attempts : [undefined]) {
    const open = allowedActions(facts({ status, hold, phone, attempt }), outsider).filter(({ allowed }) => allowed)
    expect(open.filter(({ action }) => action !== 'reject' || status === 'APPROVED')).not.toEqual([])
  }
})

test('the provider tells an outcome first; then people may, without a limit of time', () => {
  const attempt = { isUnsent: false, isUnclear: false, isPaidTwice: false }
  expect(allowedActions(facts({ status: 'PROCESSING', attempt }), outsider).map(({ code }) => code)).toEqual([
    'ON_ITS_WAY',
    'OUTCOME_PENDING',
  ])
})

test('three people with one step each have a way out of every status', () => {
  const house: PaymentActor[] = ['initiate', 'approve', 'authorize'].map((step, n) => {
    return { id: n + 1, phone: undefined, permissions: new Set([`payments.${step}`, 'payments.reject']) }
  })
  const steps = ['initiate', 'approve', 'authorize'].map((step, n) => ({ step, actorId: n + 1 }))
  const signed = { ELIGIBLE: 0, REJECTED: 1, INITIATED: 1, APPROVED: 2 } as Partial<Record<PaymentStatus, number>>
  for (const status of paymentStatuses.filter((name) => !ends.includes(name))) {
    for (const attempt of status === 'PROCESSING' ? attempts : [undefined]) {
      const payment = facts({ status, attempt, steps: steps.slice(0, signed[status] ?? 3) })
      const open = house.filter((person) => allowedActions(payment, person).some(({ allowed }) => allowed))
      // What two people settle has two of them.
      expect([status, open.length >= (attempt?.isUnclear ? 2 : 1)]).toEqual([status, true])
    }
  }
})

test.each([
  ['the approver does not try again what they approved', 'retry', { status: 'FAILED' }, 2, 'SELF_ACTION'],
  ['the maker tries again', 'retry', { status: 'FAILED' }, 1, undefined],
  ['a phone that changed is not tried again', 'retry', { status: 'FAILED', hold: 'PHONE_CHANGED' }, 1, 'PHONE_CHANGED'],
  ['another person does not withdraw', 'withdraw', { status: 'INITIATED' }, 9, 'FORBIDDEN'],
  ['a maker gives up what failed, whoever put it forward', 'withdraw', { status: 'FAILED' }, 9, undefined],
  ['an erased payee’s failure is given up', 'withdraw', { status: 'FAILED', hold: 'PAYEE_ERASED' }, 1, undefined],
  [
    'what may have gone is not given up',
    'withdraw',
    { status: 'PROCESSING', attempt: attempts[1] },
    1,
    'ILLEGAL_TRANSITION',
  ],
  ['the maker does not recall', 'recall', { status: 'PROCESSING', attempt: attempts[0] }, 1, 'SELF_ACTION'],
  ['the authorizer recalls', 'recall', { status: 'PROCESSING', attempt: attempts[0] }, 3, undefined],
  [
    'money out twice is booked before any is got back',
    'reverse',
    { status: 'SUCCESSFUL', attempt: twice },
    2,
    'PAID_TWICE',
  ],
  ['the same of what is being got back', 'confirmReverse', { status: 'REVERSING', attempt: twice }, 3, 'PAID_TWICE'],
  ['what may be sent is not recalled', 'recall', { status: 'PROCESSING', attempt: attempts[1] }, 3, 'ON_ITS_WAY'],
  [
    'a response that went back is not paid',
    'reopen',
    { status: 'REJECTED', hold: 'RESPONSE_NOT_APPROVED' },
    9,
    'RESPONSE_NOT_APPROVED',
  ],
] as const)('%s', (_, way, more, id, code) => {
  const steps = ['initiate', 'approve', 'authorize'].map((step, n) => ({ step, actorId: n + 1 }))
  expect(wayRefusal(way, facts({ steps, ...more }), { ...outsider, id })).toBe(code)
})

test('no way is open to the person whose own phone is paid', () => {
  for (const [way, { from }] of Object.entries(paymentWays)) {
    const actor = { ...outsider, phone: '+258841230001' }
    expect(wayRefusal(way as keyof typeof paymentWays, facts({ status: from[0] }), actor)).toBe('TO_OWN_PHONE')
  }
})

test('what is known not to have gone is given up with a reason', () => {
  expect(needsReason('withdraw', { status: 'FAILED' })).toBe(true)
  expect(needsReason('withdraw', { status: 'INITIATED' })).toBe(false)
})

test('each status names the rights that move it, and only what is over names none', () => {
  for (const status of paymentStatuses)
    expect([status, moversOf(status).length === 0]).toEqual([status, status === 'CANCELLED'])
  expect(moversOf('FAILED')).toEqual(['payments.initiate'])
  expect(moversOf('REVERSING')).toEqual(['payments.authorize'])
})
