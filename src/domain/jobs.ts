/** The actions that a job's state allows: asked by the server to refuse and by the page to explain. */
import type { ErrorCode } from './errors.ts'

export const jobStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobState = (typeof jobStates)[number]

interface JobFacts {
  kind: string
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

/** How often a file is made again, and where it goes: to the list of jobs alone, by mail, or to the folder of exports. */
export const rhythms = ['DAY', 'WEEK'] as const
export const deliveries = ['HERE', 'MAIL', 'FOLDER'] as const
export const mostSchedules = 20

/** Where a house can deliver files. */
export function deliveriesOf({ hasMail }: { hasMail: boolean }): (typeof deliveries)[number][] {
  return deliveries.filter((each) => each !== 'MAIL' || hasMail)
}

/** Why the job cannot be done again and again; undefined when it can: it makes a file and changes nothing. */
export function repeatRefusal({ kind }: { kind: string }): ErrorCode | undefined {
  return /\.(export|download)$/.test(kind) ? undefined : 'JOB_STATE'
}

/** Why the job cannot be cancelled; undefined when it can. */
export function cancelRefusal({ state }: Pick<JobFacts, 'state'>): ErrorCode | undefined {
  return isUnfinished(state) ? undefined : 'JOB_STATE'
}

/** A run of payments goes on by a call of its own, which asks for what the step asks for: the right, and the password. */
export function isPaymentRun({ kind }: { kind: string }): boolean {
  return /^payments\.(initiate|approve|authorize|reject)$/.test(kind)
}

/** Why its refused rows cannot be tried again; undefined when they can. */
export function againRefusal({ kind, state, expired, failed }: JobFacts & { failed: number }): ErrorCode | undefined {
  return !isPaymentRun({ kind }) && !isUnfinished(state) && !expired && failed > 0 ? undefined : 'JOB_STATE'
}

/** Why the job cannot go on; undefined when it can. Finished rows stay done: it goes on with the remaining ones. */
export function retryRefusal({ kind, state, expired }: JobFacts): ErrorCode | undefined {
  const stopped = !isPaymentRun({ kind }) && (state === 'FAILED' || state === 'CANCELLED')
  return stopped && !expired ? undefined : 'JOB_STATE'
}
