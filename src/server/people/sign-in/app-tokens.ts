/** The tokens of people's collecting apps and of programs: one's own, and those of others for who manages the staff. */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type AppToken, appTokens, type Program } from '#contract/app-tokens.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { appTokenRefusal, programTokenRefusal } from '#domain/surveys/survey-token.ts'
import type { Db } from '../../db/pool.ts'
import { stopWrites } from '../../db/rights-locks.ts'
import { found } from '../../db/table-store.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { hashToken } from '../../http/session.ts'
import { doorRefusal, lockPersonFor } from '../person-rules.ts'
import { actRefusals } from '../../scope.ts'
import { getPerson, insertPerson } from '../person-store.ts'

/** Those that are not revoked: expired ones say why an app no longer gets in. */
function select(where: RawBuilder<unknown>): RawBuilder<AppToken> {
  return sql`
    select t.id, t.person_id as "personId", t.name, t.expires_at as "expiresAt",
      case when maker.id is not null then json_build_object('id', maker.id, 'name', maker.name) end as "createdBy",
      t.created_at as "createdAt", t.last_used_at as "lastUsedAt", t.last_address as "lastAddress",
      t.permissions, to_json(t.survey_ids) as "surveyIds"
    from survey_token t left join person maker on maker.id = t.created_by
    where ${where} and t.kind = 'STAFF' and t.revoked_at is null order by t.id desc`
}

async function getToken(db: Db, id: number): Promise<AppToken> {
  return found(await select(sql`t.id = ${id}`).execute(db))
}

const list = on(appTokens.list, async ({ db, query, actor }) => {
  const { personId = actor.id } = query
  if (personId !== actor.id && doorRefusal(actor, await getPerson(db, personId), 'read'))
    throw new AppError('NOT_FOUND')
  const { rows } = await select(sql`t.person_id = ${personId}`).execute(db)
  return { rows, total: rows.length }
})

const create = on(appTokens.create, async ({ db, body, actor, audit }) => {
  const { personId = actor.id, name, expiresAt = null, permissions, surveyIds = null } = body
  const person =
    personId === actor.id ? await getPerson(db, personId) : await lockPersonFor(db, actor, personId, 'write')
  if (person.adminType !== 'ADMIN') throw new AppError('NOT_FOUND')
  // It opens what it names for good: a session that was left open makes none.
  if (person.isProgram) refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  if (person.isProgram) await checkReach(db, actor, permissions ?? [], surveyIds ?? [])
  else refuse(permissions || surveyIds ? 'TOKEN_TOO_WIDE' : appTokenRefusal(person.permissions))
  // Of 256 random bits.
  const token = randomBytes(32).toString('base64url')
  const { id } = found(
    await sql<{ id: number }>`
      insert into survey_token (kind, person_id, name, token_hash, expires_at, created_by, permissions, survey_ids)
      values ('STAFF', ${personId}, ${name}, ${hashToken(token)}, ${expiresAt}, ${actor.id}, ${permissions ?? null}, ${surveyIds})
      returning id`.execute(db),
  )
  const made = await getToken(db, id)
  audit({ action: 'people.tokenMade', subjectType: 'person', subjectId: personId, after: made })
  return { ...made, token }
})

/** No token reaches further than its maker: the permissions that they hold, in surveys that they manage. */
async function checkReach(db: Db, actor: Actor, permissions: readonly string[], surveyIds: readonly number[]) {
  refuse(programTokenRefusal(actor, permissions))
  const refusals = await actRefusals(db, actor, 'manage', surveyIds)
  refuse([...refusals.values()][0])
}

const selectPrograms = (where: RawBuilder<unknown>) => sql<Program>`
  select id, username, name, status, created_at as "createdAt" from person where is_program and ${where} order by name, id`

const listPrograms = on(appTokens.programs, async ({ db }) => {
  const { rows } = await selectPrograms(sql`true`).execute(db)
  return { rows, total: rows.length }
})

const createProgram = on(appTokens.createProgram, async ({ db, body, audit }) => {
  const { id } = await insertPerson(db, { ...body, adminType: 'ADMIN', isProgram: true })
  const made = found(await selectPrograms(sql`id = ${id}`).execute(db))
  audit({ action: 'people.create', subjectType: 'person', subjectId: id, after: { ...made, kind: 'PROGRAM' } })
  return made
})

const revoke = on(appTokens.revoke, async ({ db, params, actor, audit }) => {
  const { personId } = await getToken(db, params.id)
  if (personId === actor.id) await stopWrites(db, sql`id = ${personId}`)
  else await lockPersonFor(db, actor, personId, 'write')
  const token = await getToken(db, params.id)
  await sql`update survey_token set revoked_at = now() where id = ${params.id}`.execute(db)
  audit({ action: 'people.tokenRevoked', subjectType: 'person', subjectId: personId, before: token })
  return token
})

export const appTokenRoutes = [list, create, revoke, listPrograms, createProgram]
