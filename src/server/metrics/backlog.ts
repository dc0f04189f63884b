/** What waits in the database, in one statement: it is asked every few seconds. */
import { sql } from 'kysely'
import { type Db, rowOf } from '../db/pool.ts'

/** Ages in seconds; 0 where nothing waits. */
export interface Backlog {
  jobs: number
  oldestJob: number
  attempts: { provider: string; state: string; count: number; oldest: number }[]
  stops: number
  brokenRules: number
  sealed: number
  standbys: { standby: string; lag: number }[]
}

const waitingJobs = sql`(
  select count(*)::int as n, coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as oldest
  from job where state = 'WAITING' and next_at <= now())`

/** Age of the oldest job that no worker has taken in hand, in seconds. */
export async function oldestJob(db: Db): Promise<number> {
  return (await rowOf<{ oldest: number }>(db)`select oldest from ${waitingJobs} jobs`).oldest
}

export async function readBacklog(db: Db): Promise<Backlog> {
  return await rowOf<Backlog>(db)`
      select jobs.n as jobs, jobs.oldest as "oldestJob",
        (select coalesce(json_agg(open), '[]') from (
          select provider, state, count(*) as count, extract(epoch from now() - min(requested_at))::float8 as oldest
          from attempt where state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') group by provider, state) open) as attempts,
        (select count(*)::int from payment_stop where ended_at is null) as stops,
        coalesce((select jsonb_array_length(broken) from books_check order by at desc limit 1), 0) as "brokenRules",
        coalesce((select extract(epoch from now() - sealed_at)::float8 from audit_block order by id desc limit 1), 0) as sealed,
        (select coalesce(json_agg(json_build_object('standby', application_name,
            'lag', coalesce(extract(epoch from replay_lag), 0)::float8)), '[]')
          from pg_stat_replication where state is not null) as standbys
      from ${waitingJobs} jobs`
}
