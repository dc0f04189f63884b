import { expect, test } from 'vitest'
import { againRefusal, cancelRefusal, changesRecords, jobStates, retryRefusal } from './jobs.ts'
import { paymentStepNames } from './money/payment.ts'

const kind = 'records.delete'

test('an unfinished job can be cancelled; a broken one resumes until it expires', () => {
  const possible = jobStates.map((state) => {
    const cancel = cancelRefusal({ state }) === undefined
    const retry = retryRefusal({ kind, state, expired: false }) === undefined
    return [state, cancel, retry]
  })
  expect(possible).toEqual([
    ['WAITING', true, false],
    ['RUNNING', true, false],
    ['DONE', false, false],
    ['FAILED', false, true],
    ['CANCELLED', false, true],
  ])
  for (const state of jobStates) expect(retryRefusal({ kind, state, expired: true })).toBe('JOB_STATE')
})

test('refused rows can be tried again once the job has ended, until it expires', () => {
  const possible = jobStates.filter((state) => againRefusal({ kind, state, expired: false, failed: 1 }) === undefined)
  expect(possible).toEqual(['DONE', 'FAILED', 'CANCELLED'])
  expect(againRefusal({ kind, state: 'DONE', expired: false, failed: 0 })).toBe('JOB_STATE')
  expect(againRefusal({ kind, state: 'DONE', expired: true, failed: 1 })).toBe('JOB_STATE')
})

test('a run of payments goes on by its own call alone', () => {
  for (const step of paymentStepNames)
    for (const state of jobStates) {
      const run = { kind: `payments.${step}`, state, expired: false, failed: 1 }
      expect([retryRefusal(run), againRefusal(run)]).toEqual(['JOB_STATE', 'JOB_STATE'])
    }
  expect(retryRefusal({ kind: 'payments.export', state: 'FAILED', expired: false })).toBeUndefined()
})

test('a job changes records unless it only writes them out', () => {
  expect(changesRecords({ kind: 'records.delete' })).toBe(true)
  expect(changesRecords({ kind: 'records.export' })).toBe(false)
})
