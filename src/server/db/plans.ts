/** Words for what keeps a plan right whatever the statistics say. docs/plans.md names each place and the plan without it. */
import { type RawBuilder, sql } from 'kysely'

/** An id that the planner does not see: it plans for a usual one, and not for a survey that its statistics do not know. */
export function unseen(id: number | undefined): RawBuilder<number> {
  return sql`(select ${id}::bigint)`
}

/**
 * A query that stays one of its own, as an item of FROM. After `cross join lateral` it is asked for each row by its keys: no
 * plan reads the whole table to join it.
 */
export function fenced(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${query} offset 0)`
}
