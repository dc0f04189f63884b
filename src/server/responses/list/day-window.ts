/** The days that a page of the usual order is on, from the kept counts: only these are walked, however far the page is. */
import { type RawBuilder, sql } from 'kysely'
import type { ResponseStatus } from '#domain/answers/response.ts'
import type { Db } from '../../db/pool.ts'
import { allOf } from '../../db/table-store.ts'
import { dailyCounts, keptFilter, type ResponseFilter } from './filter.ts'

interface DayWindowRequest {
  filter: ResponseFilter
  statuses: readonly ResponseStatus[]
  descending: boolean
  offset: number
  limit: number
}

interface DayWindow {
  /** On `form`. */
  where: RawBuilder<unknown>
  /** How many of the filter are on these days, and how many in the order before them. */
  total: number
  before: number
}

/** Undefined when the kept counts do not know the filter, or no response is there. */
export async function dayWindow(db: Db, asked: DayWindowRequest): Promise<DayWindow | undefined> {
  const { filter, statuses, descending, offset, limit } = asked
  const kept = keptFilter(filter)
  if (!kept) return undefined
  const order = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<{ first: string | null; last: string; total: number; before: number }>`
    with each as (
      select day, sum(n)::bigint as n from ${dailyCounts(filter)}
      where ${allOf([...kept, sql`status = any(${statuses}::text[])`]) ?? sql`true`} group by 1 having sum(n) <> 0
    ), reached as (select day, n, (sum(n) over (order by day ${order}))::bigint as reached from each)
    select min(day) as first, max(day) as last, sum(n)::bigint as total, min(reached - n)::bigint as before from reached
    where reached > ${offset}::bigint and reached - n < ${offset + limit}::bigint`.execute(db)
  const [found] = rows
  if (!found || found.first === null) return undefined
  const where = sql`form.submitted_at >= ${found.first}::date::timestamp at time zone 'UTC'
    and form.submitted_at < (${found.last}::date + 1)::timestamp at time zone 'UTC'`
  return { where, total: found.total, before: found.before }
}
