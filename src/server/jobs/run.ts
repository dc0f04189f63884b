/** Runs one job that the worker holds, to its end or as far as it may. */
import { permissionsOf } from '#contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import { refusalOf } from '../http/failure.ts'
import type { Services } from '../services.ts'
import { stillSees, type SurveyScope } from '../scope.ts'
import { admitAsker } from './asker.ts'
import { end, type Hold, Interrupted, JobGone, whileHeld } from './job-hold.ts'
import type { Asker, BulkKind, JobKind, JobRun, RunKind } from './kind.ts'
import { beginResult, keepResult, type Result } from './result-file.ts'
import { giveBack, type HeldJob, nextBatch, noteProgress, settleBatch, takeJob } from './run-store.ts'

export interface Runner {
  services: Services
  kinds: ReadonlyMap<string, JobKind>
  /** Aborted when the process stops. */
  stopping: AbortSignal
  log: JobLog
}

/** A part of every logger. */
export interface JobLog {
  error(details: object, message: string): void
}

/** How often a running job tells how far it is, and looks whether it is still wanted. */
const lookEveryMs = 1000

/**
 * `SETTLED`: the queue's entry has done its duty. `GONE`: another worker holds the job now and settles it. Throws when the
 * job should be tried again.
 */
export async function runEntry(runner: Runner, queueId: string): Promise<'SETTLED' | 'GONE'> {
  const { database } = runner.services
  const job = await takeJob(database.db, queueId)
  if (!job) return 'SETTLED'
  const kind = runner.kinds.get(job.kind)
  // A newer program may have started it, which runs beside this one for a while.
  if (!kind) throw new Error(`There is no job of kind ${job.kind}`)
  try {
    await run(runner, kind, job)
    return 'SETTLED'
  } catch (error) {
    if (error instanceof JobGone) return 'GONE'
    if (error instanceof Interrupted) return await handBack(runner, job)
    const refusal = refusalOf(error)
    if (refusal?.code === 'UNAVAILABLE') throw error
    if (!refusal) runner.log.error({ err: error, jobId: job.id, kind: job.kind }, 'a job failed')
    return await fail(runner, job, refusal?.code ?? 'INTERNAL')
  }
}

async function run(runner: Runner, kind: JobKind, job: HeldJob): Promise<void> {
  const payload = kind.payload.parse(job.payload)
  const hold: Hold = { services: runner.services, job, access: kind.access(payload) }
  if (kind.form === 'BULK') await runBulk(hold, kind, payload, runner.stopping)
  else await runOnce(hold, kind, payload, runner.stopping)
}

/** Batch by batch: what each does, marks and counts is one transaction. */
async function runBulk(hold: Hold, kind: BulkKind, payload: unknown, stopping: AbortSignal): Promise<void> {
  const { job } = hold
  let after: number | undefined = -1
  while (after !== undefined) {
    if (stopping.aborted) throw new Interrupted()
    const from: number = after
    after = await whileHeld(hold, async (transaction, progress) => {
      const { db } = transaction
      const batch = await nextBatch(db, job, from)
      if (batch) await settleBatch(db, job, batch, await kind.batch(transaction, batch.ids, payload), progress)
      if (batch && !batch.isLast) return batch.n
      // Ends together with the last batch, so that no user can stop a finished job.
      await end(db, job, { state: 'DONE' })
      return undefined
    })
  }
}

async function runOnce(hold: Hold, kind: RunKind, payload: unknown, stopping: AbortSignal): Promise<void> {
  const { services, job, access } = hold
  const { db } = services.database
  const halt = new AbortController()
  const { signal } = halt
  const interrupt = () => halt.abort(new Interrupted())
  stopping.addEventListener('abort', interrupt)
  if (stopping.aborted) interrupt()
  let far: { done: number; total?: number | undefined } = { done: 0 }
  let result: Result | undefined
  let surveys: SurveyScope | undefined

  async function look(): Promise<void> {
    if (!(await noteProgress(db, job, far.done, far.total))) throw new JobGone()
    const asker = await admitAsker(db, job.askerId, access)
    await refuseLostSurveys(db, asker)
  }
  async function refuseLostSurveys(by: Db, asker: Asker): Promise<void> {
    if (surveys !== undefined && !(await stillSees(by, asker, surveys))) throw new AppError('SCOPE_LOST')
  }
  const timer = setInterval(() => void look().catch((error: unknown) => halt.abort(error)), lookEveryMs)

  const context: Omit<JobRun, 'actor'> = {
    jobId: job.id,
    db,
    services,
    signal,
    async progress(done, total) {
      signal.throwIfAborted()
      far = { done, total: total ?? far.total }
      // Lets the calls of others have their turn.
      await new Promise<void>((resume) => setImmediate(resume))
    },
    transaction: (work) => whileHeld(hold, work),
    async file(about) {
      if (result) throw new Error('A job makes one file')
      surveys = about.surveys
      result = await beginResult(services.files, { job, about, signal })
      return result.file
    },
  }
  try {
    const actor = await admitAsker(db, job.askerId, access)
    await look()
    await kind.run({ ...context, actor }, payload)
    signal.throwIfAborted()
    await look()
    const made = await result?.close()
    await whileHeld(hold, async ({ db: tx, actor: asker }) => {
      await refuseLostSurveys(tx, asker)
      const fileId =
        made && (await keepResult(tx, services.files, { ...made, createdBy: actor.id, needs: permissionsOf(access) }))
      await end(tx, job, { state: 'DONE', ...(fileId === undefined ? {} : { fileId }) })
    })
  } finally {
    clearInterval(timer)
    stopping.removeEventListener('abort', interrupt)
    await result?.discard()
  }
}

/** Into the queue again, as a new entry. */
async function handBack({ services }: Runner, job: HeldJob): Promise<'SETTLED' | 'GONE'> {
  const queueId = randomUUID()
  return inTransaction(services.database.db, async (db) => {
    if (!(await giveBack(db, job, queueId))) return 'GONE'
    await services.queue.send(db, queueId)
    return 'SETTLED'
  })
}

async function fail({ services }: Runner, job: HeldJob, error: ErrorCode): Promise<'SETTLED' | 'GONE'> {
  try {
    await inTransaction(services.database.db, (db) => end(db, job, { state: 'FAILED', error }))
    return 'SETTLED'
  } catch (thrown) {
    if (thrown instanceof JobGone) return 'GONE'
    throw thrown
  }
}
