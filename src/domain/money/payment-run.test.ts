import { expect, test } from 'vitest'
import { outcomeOf, runActions, runRefusal, runStates, undoneOf } from './payment-run.ts'

const mine = { step: 'approve' as const, startedById: 1 }
const maker = { id: 1, permissions: new Set(['payments.approve']) }
const colleague = { id: 2, permissions: new Set(['payments.approve']) }
const reader = { id: 3, permissions: new Set(['payments.read']) }

test('each state of a run opens its actions to the maker', () => {
  const open = runStates.map((state) => [
    state,
    runActions.filter((action) => runRefusal(action, { ...mine, state }, maker) === undefined).join(' '),
  ])
  expect(Object.fromEntries(open)).toEqual({
    WAITING: 'pause stop',
    RUNNING: 'pause stop',
    PAUSED: 'resume stop',
    STOPPED: '',
    DONE: '',
    FAILED: 'resume stop',
  })
})

test('a colleague with the right halts a run but resumes none; a reader does neither', () => {
  const running = { ...mine, state: 'RUNNING' as const }
  const paused = { ...mine, state: 'PAUSED' as const }
  expect(runRefusal('pause', running, colleague)).toBeUndefined()
  expect(runRefusal('stop', paused, colleague)).toBeUndefined()
  expect(runRefusal('resume', paused, colleague)).toBe('RUN_OF_ANOTHER')
  expect(runRefusal('stop', running, reader)).toBe('FORBIDDEN')
  expect(runRefusal('pause', running, { ...maker, permissions: new Set() })).toBeUndefined()
  expect(runRefusal('resume', paused, { ...maker, permissions: new Set() })).toBe('FORBIDDEN')
})

test('a run leaves payments to a further one only when it cannot go on', () => {
  const counts = { isTrial: false, total: 10, done: 6, failed: 1 }
  const left = runStates.map((state) => [state, undoneOf({ ...counts, state })])
  expect(Object.fromEntries(left)).toEqual({ WAITING: 0, RUNNING: 0, PAUSED: 0, STOPPED: 5, DONE: 5, FAILED: 0 })
  expect(undoneOf({ ...counts, state: 'DONE', isTrial: true })).toBe(0)
})

test('a step that another person took first is skipped, not refused', () => {
  expect([undefined, 'ALREADY_DONE', 'NO_PHONE'].map(outcomeOf)).toEqual(['DONE', 'SKIPPED', 'REFUSED'])
})
