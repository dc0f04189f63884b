import { expect, test } from 'vitest'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { givenPayment as payment } from './test/given-payment.ts'
import { choiceRefusal, isOpenTo } from './step-refusal.ts'

type Action = PaymentRow['allowedActions'][number]

const approve = (code: string | null): Action => ({ action: 'approve', allowed: code === null, code })
const reject = (code: string | null): Action => ({ action: 'reject', allowed: code === null, code })

test('what I may move on can be chosen, my own items cannot', () => {
  expect(choiceRefusal(payment({ allowedActions: [approve(null), reject(null)] }))).toBeUndefined()
  expect(choiceRefusal(payment({ allowedActions: [approve('SELF_ACTION'), reject(null)] }))).toBe('SELF_ACTION')
})

test('where the step is not my trade, a payment can still be chosen to be rejected', () => {
  expect(choiceRefusal(payment({ allowedActions: [approve('FORBIDDEN'), reject(null)] }))).toBeUndefined()
  expect(choiceRefusal(payment({ allowedActions: [approve('FORBIDDEN'), reject('FORBIDDEN')] }))).toBe('FORBIDDEN')
  expect(choiceRefusal(payment({ status: 'SUCCESSFUL' }))).toBe('ILLEGAL_TRANSITION')
})

const retry = (code: string | null): Action => ({ action: 'retry', allowed: code === null, code })
const correct = (code: string | null): Action => ({ action: 'correct', allowed: code === null, code })
const failed = (...allowedActions: Action[]) => payment({ status: 'FAILED', allowedActions })

test('a failed payment is chosen where a retry is possible, and explains where not', () => {
  expect(choiceRefusal(failed(correct(null), retry(null)))).toBeUndefined()
  expect(choiceRefusal(failed(correct(null), retry('PHONE_CHANGED')))).toBe('PHONE_CHANGED')
  expect(choiceRefusal(failed(correct('FORBIDDEN'), retry('FORBIDDEN')))).toBe('FORBIDDEN')
  expect(isOpenTo(failed(retry(null)), 'retry')).toBe(true)
  expect(isOpenTo(failed(retry('SELF_ACTION')), 'retry')).toBe(false)
})

test('payments are given up together once they failed, and reopened once rejected', () => {
  const withdraw: Action = { action: 'withdraw', allowed: true, code: null }
  const reopen: Action = { action: 'reopen', allowed: true, code: null }
  expect(choiceRefusal(failed(retry('PHONE_CHANGED'), withdraw))).toBeUndefined()
  expect(isOpenTo(failed(withdraw), 'withdraw')).toBe(true)
  expect(choiceRefusal(payment({ status: 'REJECTED', allowedActions: [reopen] }))).toBeUndefined()
  // Alone its maker may still take it back.
  const mine = payment({ status: 'INITIATED', allowedActions: [approve('SELF_ACTION'), withdraw] })
  expect(choiceRefusal(mine)).toBe('SELF_ACTION')
  expect(isOpenTo(mine, 'withdraw')).toBe(false)
})

test('payments are corrected together where the participant has another phone', () => {
  const held = payment({ allowedActions: [approve('SELF_ACTION'), correct(null)], hold: 'PHONE_CHANGED' })
  expect([choiceRefusal(held), isOpenTo(held, 'correct')]).toEqual([undefined, true])
  expect(isOpenTo({ ...held, hold: null }, 'correct')).toBe(false)
})
