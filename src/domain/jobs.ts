/** The actions that a job's state allows: asked by the server to refuse and by the page to explain. */
import type { ErrorCode } from './errors.ts'

export const jobStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobState = (typeof jobStates)[number]

interface JobFacts {
  state: JobState
  /** Its rows and its file are gone. */
  expired: boolean
}

export function isUnfinished(state: JobState): boolean {
  return state === 'WAITING' || state === 'RUNNING'
}

/** An export leaves everything as it is. */
export function changesRecords({ kind }: { kind: string }): boolean {
  return !kind.endsWith('.export')
}

/** Why the job cannot be cancelled; undefined when it can. */
export function cancelRefusal({ state }: JobFacts): ErrorCode | undefined {
  return isUnfinished(state) ? undefined : 'JOB_STATE'
}

/** Why its refused rows cannot be tried again; undefined when they can. */
export function againRefusal({ state, expired, failed }: JobFacts & { failed: number }): ErrorCode | undefined {
  return !isUnfinished(state) && !expired && failed > 0 ? undefined : 'JOB_STATE'
}

/** Why the job cannot go on; undefined when it can. Finished rows stay done: it goes on with the remaining ones. */
export function retryRefusal({ state, expired }: JobFacts): ErrorCode | undefined {
  const stopped = state === 'FAILED' || state === 'CANCELLED'
  return stopped && !expired ? undefined : 'JOB_STATE'
}
