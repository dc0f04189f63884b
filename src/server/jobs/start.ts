/** Starts jobs, in the transaction of the call that asks for them: rolled back, there never was one. */
import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import type { Db } from '../db/pool.ts'
import type { Context } from '../http/context.ts'
import { AppError } from '../errors.ts'
import { countUnfinished, freezeRows, insertAgain, insertJob } from './run-store.ts'
import type { BulkKind, RunKind } from './kind.ts'

/** A handler's context; its `db` must be the transaction. */
export type Starter = Pick<Context<Endpoint>, 'db' | 'actor' | 'audit' | 'address' | 'services'>

interface About {
  /** Of what: the list's path. */
  subject?: string
  /** How much there is to do, where that is known. */
  total?: number
  /** The job whose refused rows are tried again. */
  refusedBy?: number
}

/** Returns the job's id. */
export async function startJob<P extends Schema>(
  starter: Starter,
  kind: RunKind<P>,
  payload: z.input<P>,
  about: About = {},
): Promise<number> {
  const id = await enter(starter, kind, payload, about)
  note(starter, id, kind.name, about)
  return id
}

/** Freezes the rows of `selectIds`, a query of one column with the ids; returns the job's id. */
export async function startBulk<P extends Schema>(
  starter: Starter,
  kind: BulkKind<P>,
  payload: z.input<P>,
  selectIds: RawBuilder<unknown>,
  about: Pick<About, 'subject'> = {},
): Promise<number> {
  const id = await enter(starter, kind, payload, about)
  const total = await freezeRows(starter.db, id, { ids: selectIds, batchSize: kind.batchSize })
  note(starter, id, kind.name, { ...about, total })
  return id
}

/** Tries the rows that a job refused again, as a new job; returns its id. */
export async function startAgain(starter: Starter, refusedBy: number): Promise<number> {
  const { db, actor, address } = starter
  await refuseTooMany(db, actor.id)
  const { id, kind, subject, total } = await insertAgain(db, refusedBy, { askerId: actor.id, address })
  note(starter, id, kind, { ...(subject === null ? {} : { subject }), total, refusedBy })
  return id
}

/** The most jobs of one person that wait or run, so that one person delays no other. */
const atMost = 20

export async function refuseTooMany(db: Db, askerId: number): Promise<void> {
  if ((await countUnfinished(db, askerId)) >= atMost) throw new AppError('JOBS_TOO_MANY', { data: { atMost } })
}

async function enter<P extends Schema>(
  { db, actor, address }: Starter,
  kind: Pick<RunKind<P>, 'name' | 'payload'>,
  payload: z.input<P>,
  about: About,
): Promise<number> {
  // The run has the rights of a role, which a program has none of.
  if (actor.isProgram) throw new AppError('JOB_FOR_PEOPLE')
  await refuseTooMany(db, actor.id)
  // Kept as given: the run reads it again.
  kind.payload.parse(payload)
  return insertJob(db, { kind: kind.name, payload, askerId: actor.id, address, ...about })
}

function note({ audit }: Starter, id: number, kind: string, after: About): void {
  audit({ action: 'jobs.start', subjectType: 'job', subjectId: id, after: { kind, ...after } })
}
