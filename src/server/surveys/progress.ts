/** How far a survey is, from the kept counts. */
import { sql } from 'kysely'
import type { Progress } from '#contract/survey-life.ts'
import { type ResponseStatus, responseStatuses } from '#domain/answers/response.ts'
import type { Db } from '../db/pool.ts'
import { surveyWork, type SurveyWork, tiesCovering } from '#domain/people/survey-access.ts'
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

/** The owner and administrators are no reviewers: they would judge their own work. Who sees a survey takes its steps. */
async function unattendedOf(db: Db, surveyId: number): Promise<SurveyWork[]> {
  const works = Object.entries(surveyWork).map(
    ([work, right]) => sql`(${work}, ${right}, ${tiesCovering(work === 'review' ? 'review' : 'see')}::text[])`,
  )
  const { rows } = await sql<{ work: SurveyWork }>`
    with staff as materialized (
      select person.id, person.role_id, array_agg(p.name) as rights
      from person join role_permission rp on rp.role_id = person.role_id join permission p on p.id = rp.permission_id
      where person.status = 'ACTIVE' and person.admin_type = 'ADMIN'
        and p.name = any(${[...Object.values(surveyWork), 'surveys.all', 'admins.write']})
      group by person.id)
    select work from survey cross join (values ${sql.join(works)}) needed(work, named, ties)
    where survey.id = ${surveyId} and (work = 'review' or survey.survey_type = 'PAID') and not exists (
      select from staff where named = any(rights)
        and (work <> 'review' or staff.id is distinct from survey.owner_id and 'admins.write' <> all(rights))
        and ('surveys.all' = any(rights) or survey.accessibility = 'PUBLIC' or survey.owner_id = staff.id or exists (
          select from access_grant g where g.survey_id = survey.id and g.access_right = any(ties)
            and (g.person_id = staff.id or g.role_id = staff.role_id)
            and (g.expires_at is null or g.expires_at > now()))))`.execute(db)
  return rows.map(({ work }) => work)
}
