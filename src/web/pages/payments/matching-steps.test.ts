import { expect, test } from 'vitest'
import type { PaymentCounts } from '#contract/payments.ts'
import { stepsOpenTo, waysOpenTo } from './matching-steps.ts'

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

test('bulk steps are offered where payments match their start and the person may', () => {
  const ended = { ...counts, FAILED: 400, REJECTED: 7 }
  expect(waysOpenTo(all, {}, ended)).toEqual([
    { way: 'retry', count: 400 },
    { way: 'withdraw', count: 400 },
    { way: 'reopen', count: 7 },
  ])
  expect(waysOpenTo(all, { status: 'REJECTED' })).toEqual([{ way: 'reopen', count: undefined }])
  expect(waysOpenTo(all, { status: 'APPROVED' }, ended)).toEqual([])
  expect(waysOpenTo(all, {}, { ...counts, FAILED: 0, REJECTED: 0 })).toEqual([])
  expect(waysOpenTo(['payments.authorize'], {}, ended)).toEqual([])
})
