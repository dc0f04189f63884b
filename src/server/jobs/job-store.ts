/** The SQL of jobs as their asker sees them. The SQL with which a worker moves them is in run-store.ts. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import type { Job } from '#contract/jobs.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { JobState } from '#domain/jobs.ts'
import { type Page, readPage } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { found, type ListQuery } from '../db/table-store.ts'
import { takeJobTurn } from './run-store.ts'

interface NewJob {
  kind: string
  payload: unknown
  subject?: string
  total?: number
  askerId: number
  address: string
}

/** The number of jobs of one person that wait or run. Starts come one after the other, so no two count the same. */
export async function countUnfinished(db: Db, askerId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('jobs of ' || ${askerId}::text, 0))`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from job where asker_id = ${askerId} and state in ('WAITING', 'RUNNING')`.execute(db)
  return rows[0]?.n ?? 0
}

export async function insertJob(db: Db, job: NewJob): Promise<number> {
  const { kind, payload, subject = null, total = null, askerId, address } = job
  const result = await sql<{ id: number }>`
    insert into job (kind, payload, subject, total, asker_id, address)
    values (${kind}, ${JSON.stringify(payload)}::jsonb, ${subject}, ${total}, ${askerId}, ${address})
    returning id`.execute(db)
  return found(result).id
}

interface Frozen {
  /** A query of one column with the ids. */
  ids: RawBuilder<unknown>
  batchSize: number
}

/** Takes down which rows the job is about, batch by batch; returns how many. */
export async function freezeRows(db: Db, jobId: number, { ids, batchSize }: Frozen): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with placed as (
      select id, (row_number() over (order by id) - 1) / ${batchSize}::int as n
      from (select distinct chosen.id from (${ids}) as chosen (id)) as each
    ), frozen as (
      insert into job_batch (job_id, n, ids) select ${jobId}::bigint, n, array_agg(id order by id) from placed group by n
      returning cardinality(ids) as size)
    update job set total = (select coalesce(sum(size), 0) from frozen) where id = ${jobId} returning total`.execute(db)
  return found({ rows }).total
}

type Another = Pick<NewJob, 'askerId' | 'address'>

/** A new job like that one, over the rows that it refused. */
export async function insertAgain(db: Db, refusedBy: number, { askerId, address }: Another) {
  const result = await sql<{ id: number; kind: string; subject: string | null; batchSize: number }>`
    insert into job (kind, payload, subject, asker_id, address)
    select kind, payload, subject, ${askerId}, ${address} from job where id = ${refusedBy}
    returning id, kind, subject,
      (select cardinality(ids) from job_batch where job_id = ${refusedBy} and n = 0) as "batchSize"`.execute(db)
  const { batchSize, ...job } = found(result)
  const ids = sql`select id from job_refusal where job_id = ${refusedBy}`
  return { ...job, total: await freezeRows(db, job.id, { ids, batchSize }) }
}

const jobColumns = sql`j.id, j.kind, j.state, j.subject, j.done, j.total, j.succeeded, j.failed, j.error,
  (select coalesce(json_agg(json_build_object('code', f.key, 'count', f.value::bigint) order by f.value::bigint desc, f.key), '[]')
    from jsonb_each_text(j.failures) as f) as failures,
  (select json_build_object('id', file.id, 'name', file.name, 'size', file.bytes) from file where file.id = j.file_id) as file,
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt", j.expires_at as "expiresAt"`

export function listJobs(
  db: Db,
  askerId: number,
  { state, kind, ...query }: ListQuery & { state?: JobState | undefined; kind?: string | undefined },
): Promise<Page<Job>> {
  const where = sql`j.asker_id = ${askerId} and ${state === undefined ? sql`true` : sql`j.state = ${state}`}
    and ${kind === undefined ? sql`true` : sql`j.kind = ${kind}`}`
  const order = { by: sql`j.id`, descending: true }
  return readPage(
    db,
    { table: 'job', as: 'j', order, columns: jobColumns, where },
    { ...pageOf(query), total: { among: 'few' } },
  )
}

/** NOT_FOUND also when another user asked for it. */
export async function getJob(db: Db, askerId: number, id: number): Promise<Job> {
  return found(
    await sql<Job>`select ${jobColumns} from job j where j.id = ${id} and j.asker_id = ${askerId}`.execute(db),
  )
}

export interface Refused {
  id: number
  code: ErrorCode
  usedBy: Record<string, number> | null
}

/** The rows that were refused, as they were met. */
export async function listRefused(
  db: Db,
  askerId: number,
  { id, query }: { id: number; query: ListQuery },
): Promise<Page<Refused>> {
  // Once it expired its rows are gone, although it has counted them.
  const { total } = found(
    await sql<{ total: number }>`select case when expires_at < now() then 0 else failed end as total
      from job where id = ${id} and asker_id = ${askerId}`.execute(db),
  )
  const columns = sql`id, code, used_by as "usedBy"`
  const order = { by: sql`id`, descending: false }
  return readPage(db, { table: 'job_refusal', order, columns, where: sql`job_id = ${id}` }, { ...pageOf(query), total })
}

const refusedBatch = 1000

/** All of them, some at a time. */
export async function* allRefused(db: Db, id: number): AsyncGenerator<Refused[]> {
  for (let last = 0; ;) {
    const { rows } = await sql<Refused>`
      select id, code, used_by as "usedBy" from job_refusal
      where job_id = ${id} and id > ${last} order by id limit ${refusedBatch}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < refusedBatch) return
    last = rows.at(-1)?.id ?? 0
  }
}

export interface LockedJob {
  kind: string
  state: JobState
  expired: boolean
  failed: number
}

/** Waits for the batch under way: what it does is done, and the next one waits. */
export async function lockJob(db: Db, askerId: number, id: number): Promise<LockedJob> {
  found(await sql`select from job where id = ${id} and asker_id = ${askerId}`.execute(db))
  await takeJobTurn(db, id)
  return found(
    await sql<LockedJob>`select kind, state, failed, coalesce(expires_at < now(), false) as expired from job
      where id = ${id} for update`.execute(db),
  )
}

/** Lets it go on. A worker that had it, and may not know yet that it ended, has lost it. */
export async function reopenJob(db: Db, id: number): Promise<void> {
  await sql`update job set state = 'WAITING', next_at = now(), run = run + 1, tries = 0, error = null, started_at = null,
    finished_at = null, expires_at = null where id = ${id}`.execute(db)
}
