/** The public links of surveys in the database. */
import { sql } from 'kysely'
import type { SurveyLink } from '#contract/survey-links.ts'
import { noLink } from '#domain/surveys/survey-link.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'

/** The link of a survey; off while none was written. */
export async function getLink(db: Db, surveyId: number): Promise<SurveyLink> {
  const { encodedId, ...stored } = await rowOf<SurveyLink & { id: number | null }>(db)`
      select link.survey_id as id, survey.encoded_id as "encodedId", link.is_on as "isOn",
        link.max_responses as "maxResponses", link.response_count as "responseCount", link.expires_at as "expiresAt",
        link.version, link.updated_at as "updatedAt"
      from survey left join survey_link link on link.survey_id = survey.id where survey.id = ${surveyId}`
  if (stored.id !== null) return { encodedId, ...stored }
  return { id: surveyId, encodedId, ...noLink, expiresAt: null, version: 0, updatedAt: null }
}

/** Writes all of it. The survey is locked. */
export async function putLink(
  db: Db,
  { id, isOn, maxResponses, expiresAt }: Pick<SurveyLink, 'id' | 'isOn' | 'maxResponses' | 'expiresAt'>,
): Promise<SurveyLink> {
  await sql`
    insert into survey_link as link (survey_id, is_on, max_responses, expires_at)
    values (${id}, ${isOn}, ${maxResponses}, ${expiresAt})
    on conflict (survey_id) do update set is_on = excluded.is_on, max_responses = excluded.max_responses,
      expires_at = excluded.expires_at, version = link.version + 1, updated_at = now()
    where (link.is_on, link.max_responses, link.expires_at)
      is distinct from (excluded.is_on, excluded.max_responses, excluded.expires_at)`.execute(db)
  return getLink(db, id)
}

/** The survey of an address; undefined when there is none. */
export async function findLinkedSurvey(db: Db, encodedId: string): Promise<number | undefined> {
  const rows = await rowsOf<{ id: number }>(db)`select id from survey where encoded_id = ${encodedId}`
  return rows[0]?.id
}

/** The survey is locked, so that no two responses take the same last place. */
export async function countByLink(db: Db, surveyId: number, visits: number): Promise<void> {
  await sql`update survey_link set response_count = response_count + ${visits} where survey_id = ${surveyId}`.execute(
    db,
  )
}
