/** Runs as people see them: what their states are called, and who may do what with one. */
import { isUnfinished, type JobState } from '../jobs.ts'
import type { ErrorCode } from '../errors.ts'
import { paymentSteps, type PaymentStep } from './payment.ts'

export const runStates = ['WAITING', 'RUNNING', 'PAUSED', 'STOPPED', 'DONE', 'FAILED'] as const
export type RunState = (typeof runStates)[number]

/** What became of a payment in a run; of a selection, what would: OPEN waits for the start, REFUSED is left out. */
export const runOutcomes = ['DONE', 'SKIPPED', 'REFUSED', 'OPEN'] as const
export type RunOutcome = (typeof runOutcomes)[number]

export function outcomeOf(code: string | undefined): RunOutcome {
  if (code === undefined) return 'DONE'
  return code === 'ALREADY_DONE' ? 'SKIPPED' : 'REFUSED'
}

export const runActions = ['pause', 'resume', 'stop'] as const
export type RunAction = (typeof runActions)[number]

/** A job that was cancelled is a run that pauses, unless a person stopped it for good. */
export function runState(state: JobState, isStopped: boolean): RunState {
  if (state !== 'CANCELLED') return state
  return isStopped ? 'STOPPED' : 'PAUSED'
}

interface RunFacts {
  step: PaymentStep
  state: RunState
  startedById: number | undefined
}

/**
 * Why this person may not; undefined when they may. All who may take the step can halt a run. Only its maker lets it
 * go on, as the steps are in their name.
 */
export function runRefusal(
  action: RunAction,
  { step, state, startedById }: RunFacts,
  actor: { id: number; permissions: ReadonlySet<string> },
): ErrorCode | undefined {
  const isMine = startedById === actor.id
  if (!actor.permissions.has(paymentSteps[step].needs) && !(isMine && action !== 'resume')) return 'FORBIDDEN'
  if (action === 'resume' && !isMine) return 'RUN_OF_ANOTHER'
  return isOpenTo(action, state) ? undefined : 'JOB_STATE'
}

function isOpenTo(action: RunAction, state: RunState): boolean {
  switch (action) {
    case 'pause':
      return state === 'WAITING' || state === 'RUNNING'
    case 'resume':
      return state === 'PAUSED' || state === 'FAILED'
    case 'stop':
      return state !== 'DONE' && state !== 'STOPPED'
  }
}

/** Whether its maker may let it go on: until then what it has not done is its own, and no other run's. */
export function isResumable(state: RunState): boolean {
  return isOpenTo('resume', state)
}

/** Whether it may still change by itself. */
export function isMoving(state: RunState): boolean {
  return state !== 'PAUSED' && state !== 'STOPPED' && isUnfinished(state)
}

interface RunCounts {
  state: RunState
  isTrial: boolean
  total: number
  done: number
  failed: number
}

/** The number of payments for a further run: none while this one may still do them. */
export function undoneOf({ state, isTrial, total, done, failed }: RunCounts): number {
  return isTrial || isMoving(state) || isResumable(state) ? 0 : failed + total - done
}
