import { expect, test } from 'vitest'
import { cancelRefusal, jobStates, retryRefusal } from './jobs.ts'

test('what has not ended can be cancelled, and what broke off or was cancelled can go on until it expires', () => {
  const possible = jobStates.map((state) => {
    const cancel = cancelRefusal({ state, expired: false }) === undefined
    const retry = retryRefusal({ state, expired: false }) === undefined
    return [state, cancel, retry]
  })
  expect(possible).toEqual([
    ['WAITING', true, false],
    ['RUNNING', true, false],
    ['DONE', false, false],
    ['FAILED', false, true],
    ['CANCELLED', false, true],
  ])
  for (const state of jobStates) expect(retryRefusal({ state, expired: true })).toBe('JOB_STATE')
})
