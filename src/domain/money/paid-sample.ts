/** A sample of the people who were paid in a run: a survey of its own asks them what became of the money. */
import type { ErrorCode } from '../errors.ts'
import { mayKeepDesk } from './desk.ts'
import type { RunState, RunStep } from './payment-run.ts'

/** What differs between an answer and what was paid, in the order of its weight; each is a row of the desk. */
export const sampleFindings = ['NOT_RECEIVED', 'AMOUNT_DIFFERS', 'SHARE_ASKED'] as const
export type SampleFinding = (typeof sampleFindings)[number]

/** The most people of one sample. */
export const largestSample = 2000

interface DrawnRun {
  step: RunStep
  state: RunState
  isTrial: boolean
  hasSample: boolean
}

/** Why this person may not draw the one sample of a run; undefined when they may: those who keep the desk, or make surveys. */
export function drawRefusal(
  { step, state, isTrial, hasSample }: DrawnRun,
  actor: { permissions: ReadonlySet<string> },
): ErrorCode | undefined {
  if (!mayKeepDesk(actor) && !actor.permissions.has('surveys.write')) return 'FORBIDDEN'
  if (step !== 'authorize' || state !== 'DONE' || isTrial) return 'ILLEGAL_TRANSITION'
  return hasSample ? 'ALREADY_DONE' : undefined
}

/** How many of `people` are drawn: so many, or so many of a hundred, rounded up. */
export function sampleSize(
  { size, percent }: { size?: number | undefined; percent?: number | undefined },
  people: number,
): number {
  return size ?? Math.ceil((people * (percent ?? 100)) / 100)
}
