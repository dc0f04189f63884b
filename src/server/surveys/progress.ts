/** How far a survey is, from the kept counts. */
import { sql } from 'kysely'
import type { Progress } from '#contract/survey-life.ts'
import { responseStatuses, type ResponseStatus } from '#domain/answers/response.ts'
import type { Db } from '../db/pool.ts'
import { unattendedOf } from './unattended.ts'

/** Days of the chart, counted back from the last one with a response. */
const shownDays = 30

export async function progressOf(db: Db, surveyId: number): Promise<Progress> {
  const { rows } = await sql<{ status: ResponseStatus; isPilot: boolean; n: number }>`
    select status, is_pilot as "isPilot", sum(n)::bigint as n from survey_counter
    where survey_id = ${surveyId} group by 1, 2`.execute(db)
  const days = await sql<{ day: string; n: number }>`
    with counted as (
      select day, sum(n)::bigint as n from survey_counter where survey_id = ${surveyId} and not is_pilot
      group by day having sum(n) > 0
    )
    select to_char(shown.day, 'YYYY-MM-DD') as day, coalesce(counted.n, 0) as n
    from (select max(day) as last, min(day) as first from counted) span,
      generate_series(greatest(span.first, span.last - ${shownDays - 1}::int), span.last, interval '1 day') shown(day)
      left join counted on counted.day = shown.day::date
    order by 1`.execute(db)
  const real = new Map(rows.filter(({ isPilot }) => !isPilot).map(({ status, n }) => [status, n]))
  return {
    byStatus: Object.fromEntries(
      responseStatuses.map((status) => [status, real.get(status) ?? 0]),
    ) as Progress['byStatus'],
    days: days.rows,
    unattended: await unattendedOf(db, surveyId),
    pilotCount: rows.filter(({ isPilot }) => isPilot).reduce((sum, { n }) => sum + n, 0),
  }
}
