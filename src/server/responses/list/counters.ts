import { type RawBuilder, sql } from 'kysely'

/**
 * The statement that books changes of the kept counts, as part of the statement that causes them. `changes` selects
 * survey_id, survey_version, status, is_pilot, submitted_at and n, which is added. In key order, so that two bookings
 * never wait for each other in a circle.
 */
export function bookCounts(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into survey_counter as counter (survey_id, survey_version, status, day, is_pilot, slot, n)
    select survey_id, survey_version, status, (submitted_at at time zone 'UTC')::date, is_pilot, pg_backend_pid() % 16, sum(n)
    from (${changes}) changes group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = counter.n + excluded.n`
}
