import { type SurveyToken, surveyTokens } from '#contract/survey-tokens.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { participantLinkRoute } from './participant-links.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { hashToken } from '../http/session.ts'
import { found } from '../db/table-store.ts'

/** The tokens of surveys in the database. */
const columns = sql`
  t.id, t.survey_id as "surveyId", t.kind, t.name, t.personal,
  case when owner.id is not null then json_build_object('id', owner.id, 'name', owner.name) end as participant, t.expires_at as "expiresAt",
  case when maker.id is not null then json_build_object('id', maker.id, 'name', maker.name) end as "createdBy",
  t.created_at as "createdAt", t.last_used_at as "lastUsedAt"`
const joined = sql`survey_token t left join person maker on maker.id = t.created_by
  left join person owner on owner.id = t.person_id`

/** Those that are not revoked: expired ones say why an app no longer gets in. */
async function listTokens(db: Db, surveyId: number): Promise<SurveyToken[]> {
  const { rows } = await sql<SurveyToken>`
    select ${columns} from ${joined} where t.survey_id = ${surveyId} and t.revoked_at is null order by t.id desc`.execute(
    db,
  )
  return rows
}

type NewToken = Pick<SurveyToken, 'surveyId' | 'kind' | 'name' | 'personal' | 'expiresAt'> & { createdBy: number }

/** Of 256 random bits; only its hash is kept. */
async function makeToken(db: Db, made: NewToken): Promise<SurveyToken & { token: string }> {
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

async function revokeToken(db: Db, surveyId: number, id: number): Promise<SurveyToken> {
  const token = await getToken(db, surveyId, id)
  await sql`update survey_token set revoked_at = now() where id = ${id}`.execute(db)
  return token
}

const list = on(surveyTokens.list, async ({ db, params, actor }) => {
  const rows = await listTokens(db, await openSurvey(db, actor, 'manage', params.id))
  return { rows, total: rows.length }
})

const create = on(surveyTokens.create, async ({ db, params, body, actor, audit }) => {
  const { kind, name, personal = false, expiresAt = null } = body
  const surveyId = await openSurvey(db, actor, 'manage', params.id)
  // A token opens no more than its maker may see.
  if (personal && !actor.permissions.has('responses.personal')) throw new AppError('GRANT_NOT_HELD')
  const { token, ...made } = await makeToken(db, { surveyId, kind, name, personal, expiresAt, createdBy: actor.id })
  audit({ action: 'surveys.tokenMade', subjectType: 'survey', subjectId: surveyId, after: onTrail(made) })
  return { ...made, token }
})

const revoke = on(surveyTokens.revoke, async ({ db, params, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.id)
  const revoked = await revokeToken(db, surveyId, params.tokenId)
  audit({ action: 'surveys.tokenRevoked', subjectType: 'survey', subjectId: surveyId, before: onTrail(revoked) })
  return revoked
})

/** The trail never forgets, so it lacks the participant's name. */
function onTrail({ participant, ...token }: SurveyToken): object {
  return { ...token, ...(participant ? { participantId: participant.id } : {}) }
}

export const tokenRoutes = [list, create, participantLinkRoute, revoke]
