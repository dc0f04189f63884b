/** The tokens of surveys in the database. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SurveyToken } from '#contract/survey-tokens.ts'
import type { TokenKind } from '#domain/survey-token.ts'
import type { Db } from '../db/pool.ts'
import { hashToken } from '../http/session.ts'
import { found } from '../records/table-store.ts'

const columns = sql`
  t.id, t.survey_id as "surveyId", t.kind, t.name, t.personal, t.expires_at as "expiresAt",
  case when maker.id is not null then json_build_object('id', maker.id, 'name', maker.name) end as "createdBy",
  t.created_at as "createdAt", t.last_used_at as "lastUsedAt"`
const joined = sql`survey_token t left join person maker on maker.id = t.created_by`
const lives = sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`

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

export interface TokenHolder {
  id: number
  surveyId: number
  name: string
  personal: boolean
}

/** The survey that a token opens; undefined when it is revoked, has expired, is of another kind or was never made. */
export async function findHolder(db: Db, kind: TokenKind, token: string): Promise<TokenHolder | undefined> {
  const { rows } = await sql<TokenHolder & { isStale: boolean }>`
    select t.id, t.survey_id as "surveyId", t.name, t.personal,
      coalesce(t.last_used_at < now() - interval '1 minute', true) as "isStale"
    from survey_token t where t.token_hash = ${hashToken(token)} and t.kind = ${kind} and ${lives}`.execute(db)
  const [holder] = rows
  if (!holder) return undefined
  const { isStale, ...known } = holder
  if (isStale) await sql`update survey_token set last_used_at = now() where id = ${known.id}`.execute(db)
  return known
}

/** The token of `Authorization: Basic …`, or of `Bearer …`; undefined when there is none. */
export function tokenOf(header: string | undefined): string | undefined {
  const [, way, given = ''] = /^(Basic|Bearer) (\S+)$/i.exec(header ?? '') ?? []
  if (way === undefined) return undefined
  if (way.toLowerCase() === 'bearer') return given
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? []
  return password
}
