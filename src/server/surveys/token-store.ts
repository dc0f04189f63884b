/** The tokens of surveys in the database. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SurveyToken } from '#contract/survey-tokens.ts'
import type { Db } from '../db/pool.ts'
import { hashToken } from '../http/session.ts'
import { found } from '../db/table-store.ts'

const columns = sql`
  t.id, t.survey_id as "surveyId", t.kind, t.name, t.personal,
  case when owner.id is not null then json_build_object('id', owner.id, 'name', owner.name) end as participant, t.expires_at as "expiresAt",
  case when maker.id is not null then json_build_object('id', maker.id, 'name', maker.name) end as "createdBy",
  t.created_at as "createdAt", t.last_used_at as "lastUsedAt"`
const joined = sql`survey_token t left join person maker on maker.id = t.created_by
  left join person owner on owner.id = t.person_id`

/** Those that are not revoked: expired ones say why an app no longer gets in. */
export async function listTokens(db: Db, surveyId: number): Promise<SurveyToken[]> {
  const { rows } = await sql<SurveyToken>`
    select ${columns} from ${joined} where t.survey_id = ${surveyId} and t.revoked_at is null order by t.id desc`.execute(
    db,
  )
  return rows
}

type NewToken = Pick<SurveyToken, 'surveyId' | 'kind' | 'name' | 'personal' | 'expiresAt'> & { createdBy: number }

/** Of 256 random bits; only its hash is kept. */
export async function makeToken(db: Db, made: NewToken): Promise<SurveyToken & { token: string }> {
  const token = randomBytes(32).toString('base64url')
  const { surveyId, kind, name, personal, expiresAt, createdBy } = made
  const { id } = found(
    await sql<{ id: number }>`
      insert into survey_token (survey_id, kind, name, token_hash, personal, expires_at, created_by)
      values (${surveyId}, ${kind}, ${name}, ${hashToken(token)}, ${personal}, ${expiresAt}, ${createdBy})
      returning id`.execute(db),
  )
  return { ...(await getToken(db, surveyId, id)), token }
}

/** NOT_FOUND when the survey has no such token, or it is revoked. */
async function getToken(db: Db, surveyId: number, id: number): Promise<SurveyToken> {
  return found(
    await sql<SurveyToken>`select ${columns} from ${joined}
      where t.survey_id = ${surveyId} and t.id = ${id} and t.revoked_at is null`.execute(db),
  )
}

export async function revokeToken(db: Db, surveyId: number, id: number): Promise<SurveyToken> {
  const token = await getToken(db, surveyId, id)
  await sql`update survey_token set revoked_at = now() where id = ${id}`.execute(db)
  return token
}
