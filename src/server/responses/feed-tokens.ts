/** Tokens of the OData feed: 256 random bits that are shown once, of which the hash is kept. */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type FeedToken, feedTokens } from '#contract/feed-tokens.ts'
import type { PermissionName } from '#domain/permissions.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { hashToken } from '../http/session.ts'
import { found } from '../records/table-store.ts'
import { openSurvey } from '../scope.ts'

function selectTokens(where: RawBuilder<unknown>) {
  return sql<FeedToken>`
    select token.id, token.name, personal, person.name as "createdBy", token.created_at as "createdAt",
      last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from feed_token token join person on person.id = token.created_by where ${where} order by token.id desc`
}

const list = on(feedTokens.list, async ({ db, params, actor }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.surveyId)
  const { rows } = await selectTokens(sql`token.survey_id = ${surveyId}`).execute(db)
  return { rows, total: rows.length }
})

const create = on(feedTokens.create, async ({ db, params, body: { name, personal = false }, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.surveyId)
  requireOwn(actor, 'responses.export')
  if (personal) requireOwn(actor, 'responses.personal')
  const token = randomBytes(32).toString('base64url')
  const { id } = found(
    await sql<{ id: number }>`
      insert into feed_token (survey_id, name, token_hash, personal, created_by)
      values (${surveyId}, ${name}, ${hashToken(token)}, ${personal}, ${actor.id}) returning id`.execute(db),
  )
  audit({ action: 'surveys.feedToken', subjectType: 'survey', subjectId: surveyId, after: { id, name, personal } })
  return { ...(await oneToken(db, id)), token }
})

/** A maker passes on what they have themselves. */
function requireOwn({ permissions }: Actor, needs: PermissionName): void {
  if (!permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
}

async function oneToken(db: Db, id: number): Promise<FeedToken> {
  return found(await selectTokens(sql`token.id = ${id}`).execute(db))
}

const revoke = on(feedTokens.revoke, async ({ db, params, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.surveyId)
  const { rows } = await sql<{ name: string }>`
    update feed_token set revoked_at = now()
    where id = ${params.id} and survey_id = ${surveyId} and revoked_at is null returning name`.execute(db)
  const token = found(await selectTokens(sql`token.id = ${params.id} and token.survey_id = ${surveyId}`).execute(db))
  if (rows.length === 0) throw new AppError('ALREADY_DONE')
  const before = { id: token.id, name: token.name }
  audit({ action: 'surveys.revokeFeedToken', subjectType: 'survey', subjectId: surveyId, before })
  return token
})

export const feedTokenRoutes = [list, create, revoke]
