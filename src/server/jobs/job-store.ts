/** The SQL of jobs as their asker sees them. How a worker moves them stands in run-store.ts. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import type { Job } from '#contract/jobs.ts'
import type { JobState } from '#domain/jobs.ts'
import type { Db } from '../db/pool.ts'
import { found, type ListQuery, type Page } from '../db/table-store.ts'

interface NewJob {
  kind: string
  payload: unknown
  subject?: string
  total?: number
  queueId: string
  askerId: number
  address: string
}

export async function insertJob(db: Db, job: NewJob): Promise<number> {
  const { kind, payload, subject = null, total = null, queueId, askerId, address } = job
  const result = await sql<{ id: number }>`
    insert into job (kind, payload, subject, total, queue_id, asker_id, address)
    values (${kind}, ${JSON.stringify(payload)}::jsonb, ${subject}, ${total}, ${queueId}, ${askerId}, ${address})
    returning id`.execute(db)
  return found(result).id
}

/** Takes down which rows the job is about; returns how many. */
export async function freezeItems(db: Db, jobId: number, selectIds: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with frozen as (
      insert into job_item (job_id, id) select distinct ${jobId}::bigint, chosen.id from (${selectIds}) as chosen (id)
      returning 1)
    update job set total = (select count(*) from frozen) where id = ${jobId} returning total`.execute(db)
  return found({ rows }).total
}

const jobColumns = sql`j.id, j.kind, j.state, j.subject, j.done, j.total, j.succeeded, j.failed, j.error,
  (select coalesce(json_agg(json_build_object('code', f.key, 'count', f.value::bigint) order by f.value::bigint desc, f.key), '[]')
    from jsonb_each_text(j.failures) as f) as failures,
  (select json_build_object('id', file.id, 'name', file.name, 'size', file.bytes) from file where file.id = j.file_id) as file,
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt", j.expires_at as "expiresAt"`

export async function listJobs(
  db: Db,
  askerId: number,
  query: ListQuery & { state?: JobState | undefined },
): Promise<Page<Job>> {
  const { pageSize, offset } = pageOf(query)
  const mine = sql`j.asker_id = ${askerId} and ${query.state === undefined ? sql`true` : sql`j.state = ${query.state}`}`
  const { rows } = await sql<Job>`
    select ${jobColumns} from job j where ${mine} order by j.id desc limit ${pageSize} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from job j where ${mine}`.execute(db)
  return { rows, total: found(counted).total }
}

/** NOT_FOUND also when it is somebody else's. */
export async function getJob(db: Db, askerId: number, id: number): Promise<Job> {
  return found(
    await sql<Job>`select ${jobColumns} from job j where j.id = ${id} and j.asker_id = ${askerId}`.execute(db),
  )
}

export interface LockedJob {
  state: JobState
  expired: boolean
}

/** Waits for the batch under way: what it does is done. */
export async function lockJob(db: Db, askerId: number, id: number): Promise<LockedJob> {
  return found(
    await sql<LockedJob>`select state, coalesce(expires_at < now(), false) as expired from job
      where id = ${id} and asker_id = ${askerId} for update`.execute(db),
  )
}

/** Lets it go on as the queue's entry `queueId`. */
export async function reopenJob(db: Db, id: number, queueId: string): Promise<void> {
  await sql`update job set state = 'WAITING', queue_id = ${queueId}, error = null, started_at = null, finished_at = null,
    expires_at = null where id = ${id}`.execute(db)
}
