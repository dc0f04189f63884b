import { expect, test } from 'vitest'
import type { PaymentCounts } from '#contract/payments.ts'
import { retryOpenTo, stepsOpenTo } from './matching-steps.ts'

const counts = { ELIGIBLE: 3, INITIATED: 2, APPROVED: 0 } as PaymentCounts
const all = ['payments.initiate', 'payments.approve', 'payments.authorize', 'payments.reject']

test('all that match are offered the steps at which some of them are', () => {
  expect(stepsOpenTo(all, {}, counts)).toEqual([
    { step: 'initiate', count: 3 },
    { step: 'approve', count: 2 },
    { step: 'reject', count: 5 },
  ])
})

test('a filter by status and missing rights take steps away', () => {
  expect(stepsOpenTo(['payments.approve', 'payments.reject'], { status: 'ELIGIBLE,APPROVED' }, counts)).toEqual([
    { step: 'reject', count: 3 },
  ])
})

test('without counts the steps are offered by right and status alone', () => {
  expect(stepsOpenTo(all, { status: 'APPROVED' })).toEqual([
    { step: 'authorize', count: undefined },
    { step: 'reject', count: undefined },
  ])
})

test('a further try is offered where failed payments match and the person may', () => {
  const failed = { ...counts, FAILED: 400 }
  expect(retryOpenTo(all, {}, failed)).toEqual({ count: 400 })
  expect(retryOpenTo(all, { status: 'FAILED' })).toEqual({ count: undefined })
  expect(retryOpenTo(all, { status: 'APPROVED' }, failed)).toBeUndefined()
  expect(retryOpenTo(all, {}, { ...counts, FAILED: 0 })).toBeUndefined()
  expect(retryOpenTo(['payments.authorize'], {}, failed)).toBeUndefined()
})
