/** The tools of every holder of a job: transactions that count only while it holds the job, and the job's end. */
import type { Access } from '#contract/endpoint.ts'
import { type AuditEntry, writeAudit } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { keepRightsOf } from '../db/rights-locks.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { admitAsker } from './asker.ts'
import type { JobTransaction } from './kind.ts'
import { type Ending, endJob, type HeldJob, holdJob, type Progress } from './run-store.ts'

/** The job was cancelled, or another worker has it: the worker that held it leaves everything as it is. */
export class JobGone extends Error {}

/** The process stops: the job is given back to go on elsewhere. */
export class Interrupted extends Error {}

export interface Hold {
  services: Services
  job: HeldJob
  access: Access
}

/** Runs `work` while no other worker can touch the job, with the rights that the asker has now. Throws `JobGone`. */
export async function whileHeld<T>(
  { services, job, access }: Hold,
  work: (transaction: JobTransaction, progress: Progress) => Promise<T>,
): Promise<T> {
  return inTransaction(services.database.db, async (db) => {
    if (job.askerId !== null) await keepRightsOf(db, job.askerId)
    const progress = await holdJob(db, job)
    if (!progress) throw new JobGone()
    const actor = await admitAsker(db, job.askerId, access)
    const entries: AuditEntry[] = []
    const answer = await work(
      { jobId: job.id, db, actor, audit: (entry) => void entries.push(entry), services },
      progress,
    )
    if (entries.length > 0) await writeAudit(db, entries, sourceOf(job))
    return answer
  })
}

/** Ends the job, in the transaction of what it did last. */
export async function end(db: Db, job: HeldJob, ending: Ending): Promise<void> {
  const counts = await endJob(db, job, ending)
  if (!counts) throw new JobGone()
  const { state, error } = ending
  const entry = { action: 'jobs.end', subjectType: 'job', subjectId: job.id, after: { state, error, ...counts } }
  await writeAudit(db, [entry], sourceOf(job))
}

/** The trail names the asker, and the job where it names the request elsewhere. */
function sourceOf({ id, askerId, address }: HeldJob) {
  return { actorId: askerId ?? 0, requestId: `job ${id}`, address }
}
