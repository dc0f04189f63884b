/**
 * The SQL that makes a job, and with which a worker takes it, moves it on and ends it. What a worker does counts only while it
 * holds the job.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ErrorCode } from '#domain/errors.ts'
import type { deliveries, JobState } from '#domain/jobs.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import type { Refusals } from './kind.ts'
import { found } from '../db/table-store.ts'

/** A worker that gives no sign of life for so long has lost its job to another one. */
const lease = sql`clock_timestamp() + interval '15 seconds'`
/** The most claims of a job that gets nowhere. */
const mostTries = 6
/** How long rows and file of a finished job are kept. */
const keptDays = 7

/** A job that a worker holds. */
export interface HeldJob {
  id: number
  kind: string
  payload: unknown
  askerId: number | null
  address: string | null
  /** The number of this run: the proof that the worker still holds the job. */
  run: number
  /** What repeats it. */
  schedule: { name: string; delivery: (typeof deliveries)[number] } | null
}

export interface Progress {
  done: number
  succeeded: number
  failed: number
  failures: Record<string, number>
}

const heldColumns = sql`id, kind, payload, asker_id as "askerId", address, run, (
  select json_build_object('name', name, 'delivery', delivery) from schedule where schedule.id = schedule_id) as schedule`

/** The job that is due the longest, of these kinds: a newer program may start others beside this one. */
export function takeJob(db: Db, kinds: readonly string[]): Promise<HeldJob | undefined> {
  // A batch under way has its row locked, however long it takes.
  return take(
    db,
    sql`(select id from job where state in ('WAITING', 'RUNNING') and next_at <= now() and tries < ${mostTries}
      and kind = any(${kinds}) order by next_at limit 1 for update skip locked)`,
  )
}

/** The job that this transaction has made. */
export function takeOwnJob(db: Db, id: number): Promise<HeldJob | undefined> {
  return take(db, sql`${id}`)
}

async function take(db: Db, id: RawBuilder<unknown>): Promise<HeldJob | undefined> {
  const rows = await rowsOf<HeldJob>(db)`
    update job set state = 'RUNNING', run = run + 1, tries = tries + 1, next_at = ${lease},
      started_at = coalesce(started_at, now())
    where id = ${id} returning ${heldColumns}`
  return rows[0]
}

/** The jobs that ended their process again and again, locked until the transaction ends. */
export async function lostJobs(db: Db): Promise<HeldJob[]> {
  const rows = await rowsOf<HeldJob>(db)`select ${heldColumns} from job
    where state in ('WAITING', 'RUNNING') and next_at < now() and tries >= ${mostTries} for update skip locked`
  return rows
}

/**
 * The turn at a job, for the length of the transaction. The batches of its worker and a user who stops it come in the order
 * in which they asked. The lock of the row alone goes to the first one there, which may be the worker time and again.
 */
export async function takeJobTurn(db: Db, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('job ' || ${id}::text, 0))`.execute(db)
}

/** The job's row for the length of the transaction; undefined when it is no longer ours. */
export async function holdJob(db: Db, { id, run }: HeldJob): Promise<Progress | undefined> {
  await takeJobTurn(db, id)
  const rows = await rowsOf<Progress>(db)`select done, succeeded, failed, failures from job
    where id = ${id} and run = ${run} and state = 'RUNNING' for no key update`
  return rows[0]
}

/** Says how far it is, which is a sign of life. False when the job is no longer ours. */
export async function noteProgress(
  db: Db,
  { id, run }: HeldJob,
  done: number,
  total: number | undefined,
): Promise<boolean> {
  const { rows } =
    await sql`update job set done = ${done}, total = coalesce(${total ?? null}, total), next_at = ${lease}
    where id = ${id} and run = ${run} and state = 'RUNNING' returning id`.execute(db)
  return rows.length > 0
}

interface Batch {
  n: number
  ids: number[]
  isLast: boolean
}

/** The first batch beyond `after` that is not settled yet. */
export async function nextBatch(db: Db, { id }: HeldJob, after: number): Promise<Batch | undefined> {
  const rows = await rowsOf<Batch>(
    db,
  )`select n, to_json(ids) as ids, n = (select max(n) from job_batch where job_id = ${id}) as "isLast" from job_batch
    where job_id = ${id} and not settled and n > ${after} order by n limit 1`
  return rows[0]
}

/** Settles the batch and its refusals. It counts the rows on the job, whose `before` the caller read under lock. */
export async function settleBatch(
  db: Db,
  { id }: HeldJob,
  { n, ids }: Batch,
  { refused, uses }: Refusals,
  before: Progress,
): Promise<void> {
  const failures = { ...before.failures }
  const refusals = ids.flatMap((item) => {
    const code = refused.get(item)
    return code === undefined ? [] : [{ id: item, code, used_by: code === 'IN_USE' ? uses?.get(item) : undefined }]
  })
  for (const { code } of refusals) failures[code] = (failures[code] ?? 0) + 1
  await sql`update job_batch set settled = true where job_id = ${id} and n = ${n}`.execute(db)
  if (refusals.length > 0)
    await sql`insert into job_refusal (job_id, id, code, used_by)
      select ${id}::bigint, r.id, r.code, r.used_by
      from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as r (id bigint, code text, used_by jsonb)`.execute(
      db,
    )
  await sql`update job set done = ${before.done + ids.length}, failed = ${before.failed + refusals.length},
    succeeded = ${before.succeeded + ids.length - refusals.length}, failures = ${JSON.stringify(failures)}::jsonb,
    next_at = ${lease}, tries = 0
    where id = ${id}`.execute(db)
}

export interface Ending {
  state: Exclude<JobState, 'WAITING' | 'RUNNING'>
  error?: ErrorCode
  fileId?: number
}

/** The job's entry on the trail; undefined when `held` could not end it, or it had ended already. */
export async function endJob(
  db: Db,
  { id, run }: Pick<HeldJob, 'id'> & { run?: number },
  { state, error, fileId }: Ending,
): Promise<Omit<Progress, 'failures'> | undefined> {
  const rows = await rowsOf<Omit<Progress, 'failures'>>(db)`
    update job set state = ${state}, error = ${error ?? null}, file_id = ${fileId ?? null}, finished_at = now(),
      expires_at = now() + make_interval(days => ${keptDays})
    where id = ${id} and state in ('WAITING', 'RUNNING') and run = coalesce(${run ?? null}::int, run)
    returning done, succeeded, failed`
  return rows[0]
}

/** Gives it back unfinished, if it is still ours, to go on elsewhere at once. Does not wait for a batch under way. */
export async function giveBack(db: Db, { id, run }: HeldJob): Promise<void> {
  await sql`update job set state = 'WAITING', next_at = now(), tries = 0
    where id = (select id from job where id = ${id} and run = ${run} and state = 'RUNNING' for update skip locked)`.execute(
    db,
  )
}

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
  const rows = await rowsOf<{ n: number }>(db)`
    select count(*) as n from job where asker_id = ${askerId} and state in ('WAITING', 'RUNNING')`
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
  const rows = await rowsOf<{ total: number }>(db)`
    with placed as (
      select id, (row_number() over (order by id) - 1) / ${batchSize}::int as n
      from (select distinct chosen.id from (${ids}) as chosen (id)) as each
    ), frozen as (
      insert into job_batch (job_id, n, ids) select ${jobId}::bigint, n, array_agg(id order by id) from placed group by n
      returning cardinality(ids) as size)
    update job set total = (select coalesce(sum(size), 0) from frozen) where id = ${jobId} returning total`
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
