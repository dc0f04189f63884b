/** The SQL of jobs as their asker sees them. The SQL that makes and moves them is in run-store.ts. */
import { sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import type { Job } from '#contract/jobs.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { JobState } from '#domain/jobs.ts'
import { type Page, readPage } from '../db/page.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { found, type ListQuery } from '../db/table-store.ts'
import { takeJobTurn } from './run-store.ts'

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
  return await rowOf<Job>(db)`select ${jobColumns} from job j where j.id = ${id} and j.asker_id = ${askerId}`
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
  const { total } = await rowOf<{ total: number }>(
    db,
  )`select case when expires_at < now() then 0 else failed end as total
      from job where id = ${id} and asker_id = ${askerId}`
  const columns = sql`id, code, used_by as "usedBy"`
  const order = { by: sql`id`, descending: false }
  return readPage(db, { table: 'job_refusal', order, columns, where: sql`job_id = ${id}` }, { ...pageOf(query), total })
}

const refusedBatch = 1000

/** All of them, some at a time. */
export async function* allRefused(db: Db, id: number): AsyncGenerator<Refused[]> {
  for (let last = 0; ;) {
    const rows = await rowsOf<Refused>(db)`
      select id, code, used_by as "usedBy" from job_refusal
      where job_id = ${id} and id > ${last} order by id limit ${refusedBatch}`
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
  return await rowOf<LockedJob>(db)`select kind, state, failed, coalesce(expires_at < now(), false) as expired from job
      where id = ${id} for update`
}

/** Lets it go on. A worker that had it, and may not know yet that it ended, has lost it. */
export async function reopenJob(db: Db, id: number): Promise<void> {
  await sql`update job set state = 'WAITING', next_at = now(), run = run + 1, tries = 0, error = null, started_at = null,
    finished_at = null, expires_at = null where id = ${id}`.execute(db)
}
