import { type RawBuilder, sql } from 'kysely'

/**
 * The statement that books changes of the open flags, as part of the statement that causes them. `changes` selects
 * survey_id, is_pilot, flags and n, which is added for each of them. In key order, as `bookCounts`.
 */
export function bookFlags(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into survey_flag_counter as counter (survey_id, is_pilot, flag, slot, n)
    select survey_id, is_pilot, flag, pg_backend_pid() % 16, sum(n)
    from (${changes}) changes, unnest(flags) flag group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (survey_id, is_pilot, flag, slot) do update set n = counter.n + excluded.n`
}
