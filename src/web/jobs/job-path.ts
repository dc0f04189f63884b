/** Where a job can be seen. */
import type { Job } from '#contract/jobs.ts'
import { isPaymentRun } from '#domain/jobs.ts'

/** Runs of payments have a page of their own. */
export function jobPath({ id, kind }: Pick<Job, 'id' | 'kind'>): string {
  return isPaymentRun({ kind }) ? `/payments?view=runs&run=${id}` : `/jobs/${id}`
}

/** The way to a job that runs alone, or to the list of all. */
export function runningPath([job, ...others]: readonly Pick<Job, 'id' | 'kind'>[]): string {
  return job && others.length === 0 ? jobPath(job) : '/jobs'
}
