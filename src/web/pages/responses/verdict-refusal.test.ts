import { expect, test } from 'vitest'
import { verdictRefusal } from './verdict-refusal.ts'

test('a response that waits may be judged', () => {
  expect(verdictRefusal({ status: 'RECEIVED', paymentStatus: null }, 'APPROVED', true)).toBeUndefined()
})

test('an approval is taken back only while its payment has not gone too far', () => {
  const approved = { status: 'APPROVED', paymentStatus: 'ELIGIBLE' } as const
  expect(verdictRefusal(approved, 'IN_REVIEW', true)).toBeUndefined()
  expect(verdictRefusal({ ...approved, paymentStatus: 'APPROVED' }, 'IN_REVIEW', true)).toBe('RESPONSE_LOCKED')
  expect(verdictRefusal({ ...approved, paymentStatus: 'SUCCESSFUL' }, 'IN_REVIEW', true)).toBe('RESPONSE_LOCKED')
})

test('the rules of the status come before those of the payment', () => {
  const paid = { status: 'APPROVED', paymentStatus: 'SUCCESSFUL' } as const
  expect(verdictRefusal(paid, 'APPROVED', true)).toBe('ALREADY_DONE')
  expect(verdictRefusal(paid, 'REJECTED', true)).toBe('RESPONSE_TRANSITION')
})

test('who may not review is told so first', () => {
  expect(verdictRefusal({ status: 'RECEIVED', paymentStatus: null }, 'APPROVED', false)).toBe('FORBIDDEN')
})
