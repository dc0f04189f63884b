/** A bulk job that the call which asks for it does by itself, in its own transaction and as one batch: small enough for that. */
import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import {
  endJob,
  freezeRows,
  holdJob,
  insertJob,
  nextBatch,
  type Progress,
  settleBatch,
  takeOwnJob,
} from './run-store.ts'
import type { BulkKind } from './kind.ts'
import type { Starter } from './start.ts'

interface AtOnce {
  selectIds: RawBuilder<unknown>
  /** The most at once. */
  most: number
  subject?: string
  /** Before its batch. */
  begin: (jobId: number) => Promise<void>
}

/** The job's id, and what became of its rows. */
export async function runAtOnce<P extends Schema>(
  { db, actor, audit, address, services }: Starter,
  kind: BulkKind<P>,
  payload: z.output<P>,
  { selectIds, most, subject, begin }: AtOnce,
): Promise<Progress & { jobId: number }> {
  const about = { payload, askerId: actor.id, address, ...(subject === undefined ? {} : { subject }) }
  const jobId = await insertJob(db, { kind: kind.name, ...about })
  await freezeRows(db, jobId, { ids: selectIds, batchSize: most })
  const job = await takeOwnJob(db, jobId)
  if (!job) throw new AppError('JOB_STATE')
  await begin(jobId)
  const batch = await nextBatch(db, job, -1)
  const before = await holdJob(db, job)
  if (!before) throw new AppError('JOB_STATE')
  if (batch) {
    const refusals = await kind.batch({ jobId, db, actor, audit, services }, batch.ids, payload)
    await settleBatch(db, job, batch, refusals, before)
  }
  const end = await holdJob(db, job)
  await endJob(db, job, { state: 'DONE' })
  return { ...(end ?? before), jobId }
}
