/** Runs one job that the worker holds, to its end or as far as it may. */
import { setInterval } from 'node:timers/promises'
import { permissionsOf } from '#contract/endpoint.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import { refusalOf } from '../http/failure.ts'
import type { Services } from '../services.ts'
import { enterMail } from '../mail/outbox.ts'
import { stillSees, type SurveyScope } from '../scope.ts'
import { admitAsker } from './asker.ts'
import { end, type Hold, Interrupted, JobGone, whileHeld } from './job-hold.ts'
import type { Asker, BulkKind, JobKind, JobRun, RunKind } from './kind.ts'
import { beginResult, keepResult, type Result } from './result-file.ts'
import { giveBack, type HeldJob, nextBatch, noteProgress, settleBatch } from './run-store.ts'

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

/** How often a running job tells how far it is, as its sign of life, and looks whether it is still wanted. */
const lookEveryMs = 1000

/** Throws when the job should be tried again, which it is as soon as this worker has given no sign of life for a while. */
export async function runJob(runner: Runner, job: HeldJob): Promise<void> {
  const kind = runner.kinds.get(job.kind)
  if (!kind) throw new Error(`There is no job of kind ${job.kind}`)
  try {
    await run(runner, kind, job)
  } catch (error) {
    if (error instanceof JobGone) return
    if (error instanceof Interrupted) return await giveBack(runner.services.database.db, job)
    const refusal = refusalOf(error)
    if (refusal?.code === 'UNAVAILABLE') throw error
    if (!refusal) runner.log.error({ err: error, jobId: job.id, kind: job.kind }, 'a job failed')
    await fail(runner, job, refusal?.code ?? 'INTERNAL')
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
  const over = new AbortController()
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
  // One look after the other: each waits while a transaction of this run holds the job.
  async function keepLooking(): Promise<void> {
    for await (const _ of setInterval(lookEveryMs, undefined, { signal: over.signal })) await look()
  }
  void keepLooking().catch((error: unknown) => halt.abort(error))

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
    if (made && job.schedule?.delivery === 'FOLDER')
      await services.files.publish(
        `${folderName(job.schedule.name)}/${new Date().toISOString().slice(0, 10)}-${job.id}-${made.name}`,
        made.path,
      )
    await whileHeld(hold, async ({ db: tx, actor: asker }) => {
      await refuseLostSurveys(tx, asker)
      const fileId =
        made && (await keepResult(tx, services.files, { ...made, createdBy: actor.id, needs: permissionsOf(access) }))
      await end(tx, job, { state: 'DONE', ...(fileId === undefined ? {} : { fileId }) })
      await mailOwner(tx, services, job)
    })
  } finally {
    over.abort()
    stopping.removeEventListener('abort', interrupt)
    await result?.discard()
  }
}

async function fail({ services }: Runner, job: HeldJob, error: ErrorCode): Promise<void> {
  try {
    await inTransaction(services.database.db, async (db) => {
      await end(db, job, { state: 'FAILED', error })
      await mailOwner(db, services, job, error)
    })
  } catch (thrown) {
    if (!(thrown instanceof JobGone)) throw thrown
  }
}

/** Of a scheduled file that goes by mail: a link to it, or why there is none. */
async function mailOwner(
  db: Db,
  services: Services,
  { id, askerId, schedule }: HeldJob,
  error?: ErrorCode,
): Promise<void> {
  if (schedule?.delivery !== 'MAIL' || askerId === null) return
  const about = { jobId: id, name: schedule.name, error: error ?? null }
  await enterMail(db, services, [askerId], { kind: 'FILE', about })
}

/** Letters, digits and dashes of any script: a folder of this name is below no other. */
function folderName(name: string): string {
  return name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '-')
}
