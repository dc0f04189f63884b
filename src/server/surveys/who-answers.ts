/** Who may answer a survey: its participant list, and in a private survey the rules that give the right to answer. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessRule } from '#domain/people/access-rule.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { reachedBy } from './access-subjects.ts'

/** Of `survey`: the live rules that give participants the right to answer. A public survey asks for none. */
const rules = sql`
  from access_grant g where g.survey_id = survey.id and g.access_right = 'COLLECT' and survey.accessibility = 'PRIVATE'
    and (g.expires_at is null or g.expires_at > now())`

/** Of `survey`: whether only some participants may answer. */
export const isListed: RawBuilder<boolean> = sql`(
  exists (select from survey_participant listed where listed.survey_id = survey.id) or exists (select ${rules}))`

/** On `person`: listed people, or people whom a rule reaches. */
export async function mayAnswer(db: Db, surveyId: number): Promise<RawBuilder<unknown>> {
  const rows = await rowsOf<AccessRule>(db)`
    select found.* from survey, lateral (
      select g.subject_type as "subjectType", g.subject_id as "subjectId", g.access_right as "right", g.filter ${rules}) found
    where survey.id = ${surveyId}`
  const listed = sql`exists (select from survey_participant listed
    where listed.survey_id = ${surveyId} and listed.participant_id = person.id)`
  return sql`(${sql.join([listed, ...rows.map(reachedBy)], sql` or `)})`
}
