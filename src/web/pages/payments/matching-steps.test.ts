import { expect, test } from 'vitest'
import type { PaymentCounts } from '#contract/payment-rows.ts'
import { stepsOpenTo } from './matching-steps.ts'

const counts = { ELIGIBLE: 3, INITIATED: 2, APPROVED: 0, FAILED: 0, REJECTED: 0 } as PaymentCounts
const all = ['payments.initiate', 'payments.approve', 'payments.authorize', 'payments.reject']

test('all that match are offered the steps at which some of them are', () => {
  expect(stepsOpenTo(all, {}, counts)).toEqual([
    { step: 'initiate', count: 3 },
    { step: 'approve', count: 2 },
    { step: 'reject', count: 5 },
    { step: 'correct', count: undefined },
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
    { step: 'correct', count: undefined },
  ])
})

test('failed and rejected payments are offered what moves them on', () => {
  const ended = { APPROVED: 0, FAILED: 400, REJECTED: 7 } as PaymentCounts
  expect(stepsOpenTo(['payments.initiate'], { status: 'FAILED,REJECTED' }, ended)).toEqual([
    { step: 'retry', count: 400 },
    { step: 'withdraw', count: 400 },
    { step: 'reopen', count: 7 },
    // Which of them have another phone by now is not counted.
    { step: 'correct', count: undefined },
  ])
  expect(stepsOpenTo(['payments.initiate'], { status: 'REJECTED' })).toEqual([{ step: 'reopen', count: undefined }])
  expect(stepsOpenTo(['payments.authorize'], {}, ended)).toEqual([])
})
