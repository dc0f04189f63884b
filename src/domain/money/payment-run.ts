/** Runs of payments: what a run does to each of them, its states, and who may do what with one. */
import { isUnfinished } from '../jobs.ts'
import type { ErrorCode } from '../errors.ts'
import {
  isStep,
  type PaymentActor,
  type PaymentFacts,
  type PaymentStatus,
  type PaymentStep,
  paymentStepNames,
  paymentSteps,
  statusAfter,
  stepRefusal,
} from './payment.ts'
import {
  carriedSteps,
  needsReason,
  type PaymentAction,
  type PaymentWay,
  paymentWays,
  wayRefusal,
} from './payment-ways.ts'
import type { PermissionName } from '../people/permissions.ts'

/** The ways that many payments may take together, each with the statuses from which they do. */
const waysTogether = {
  retry: ['FAILED'],
  withdraw: ['FAILED'],
  reopen: ['REJECTED'],
  correct: ['INITIATED', 'APPROVED', 'FAILED'],
} as const satisfies Partial<Record<PaymentWay, readonly PaymentStatus[]>>
type WayTogether = keyof typeof waysTogether

/** What many payments take together, each by its rule alone: a step, or one of these ways. */
export type RunStep = PaymentStep | WayTogether
export const runStepNames = [...paymentStepNames, ...Object.keys(waysTogether)] as [RunStep, ...RunStep[]]

export function isRunStep(action: PaymentAction): action is RunStep {
  return isStep(action) || action in waysTogether
}

export function startsOf(step: RunStep): readonly PaymentStatus[] {
  return isStep(step) ? paymentSteps[step].from : waysTogether[step]
}

export function rightTo(step: RunStep): PermissionName {
  return isStep(step) ? paymentSteps[step].needs : paymentWays[step].needs[0]
}

/** Whether limits of money count for it: the other ones let nothing through. */
export function letsThrough(step: RunStep): step is Exclude<PaymentStep, 'reject'> {
  return isStep(step) && step !== 'reject'
}

/** Whether it ends the payments: they go no further. */
export function isEnd(step: RunStep): boolean {
  return step === 'reject' || step === 'withdraw'
}

/** Whether a person who takes it says why: it takes back what others have signed or tried. */
export function asksReason(step: RunStep): boolean {
  return !isStep(step) && startsOf(step).some((status) => needsReason(step, { status }))
}

/** Why `actor` may not take it with this payment, together with others; undefined when they may. */
export function runStepRefusal(
  step: RunStep,
  payment: PaymentFacts & { isCorrected?: boolean },
  actor: PaymentActor,
): ErrorCode | undefined {
  if (isStep(step)) return stepRefusal(step, payment, actor)
  // A payment here has no live try at the provider, and so no finding about one.
  const refusal = wayRefusal(step, { ...payment, attempt: undefined, finding: undefined }, actor)
  if (refusal) return refusal
  if (!startsOf(step).includes(payment.status)) return 'ILLEGAL_TRANSITION'
  // Together they get the phones of a file (`isCorrected`), or those that their participants have now.
  if (step !== 'correct' || payment.isCorrected || payment.hold === 'PHONE_CHANGED') return undefined
  return payment.hold ?? 'PHONE_UNCHANGED'
}

export function endOfStep(step: RunStep, payment: PaymentFacts): PaymentStatus {
  return isStep(step) ? statusAfter(step, payment) : paymentWays[step].to[0]
}

/** Whether a signature of the round still counts after it. */
export function keepsSignature(step: RunStep, signed: string): boolean {
  if (isStep(step) || paymentWays[step].round === 'SAME') return true
  return step === 'retry' && carriedSteps.some((carried) => carried === signed)
}

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

interface RunFacts {
  step: RunStep
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
  if (!actor.permissions.has(rightTo(step)) && !(isMine && action !== 'resume')) return 'FORBIDDEN'
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
