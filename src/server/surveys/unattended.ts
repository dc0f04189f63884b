/** The work on a survey that no one can do yet: reviewing its responses, and each step of its payments. */
import { sql } from 'kysely'
import { surveyWork, type SurveyWork, tiesCovering } from '#domain/people/survey-access.ts'
import type { Db } from '../db/pool.ts'

/** The owner and administrators are no reviewers: they would judge their own work. Who sees a survey takes its steps. */
export async function unattendedOf(db: Db, surveyId: number): Promise<SurveyWork[]> {
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
