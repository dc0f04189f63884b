/** Who comes with a token of the staff: a collecting app with the rights that its person has now, or a program with its own. */
import { sql } from 'kysely'
import { programCallsPerMinute } from '#domain/surveys/survey-token.ts'
import { shareRightsOf } from '../db/rights-locks.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { type Actor, anonymous } from './context.ts'
import { limiter } from './limiter.ts'

const calls = limiter(programCallsPerMinute)

interface UserRow {
  id: number
  username: string
  role: string
  permissions: string[]
  tokenId: number
  isStale: boolean
  isProgram: true | null
  surveyIds: number[] | null
}

/**
 * Undefined when the token is revoked, has expired or was never made, or its person may not sign in. `address`: where a call
 * begins, which is noted; TOO_MANY_ATTEMPTS when the token of a program makes too many.
 */
export async function findAppUser(db: Db, hash: Buffer, address?: string): Promise<Actor | undefined> {
  const rows = await rowsOf<UserRow>(db)`
    select p.id, p.username, coalesce(r.role, '') as role,
      coalesce(t.permissions, array(
        select q.name from role_permission rp join permission q on q.id = rp.permission_id where rp.role_id = p.role_id)) as permissions,
      nullif(p.is_program, false) as "isProgram", to_json(t.survey_ids) as "surveyIds", t.id as "tokenId",
      coalesce(t.last_used_at < now() - interval '1 minute', true) or t.last_address is distinct from ${address ?? null} as "isStale"
    from survey_token t join person p on p.id = t.person_id left join role r on r.id = p.role_id
    where t.token_hash = ${hash} and t.kind = 'STAFF' and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
      and p.status = 'ACTIVE' and p.admin_type = 'ADMIN'`
  const [row] = rows
  if (!row) return undefined
  const { id, username, role, permissions, tokenId, isStale, isProgram, surveyIds } = row
  if (address !== undefined && isProgram && !calls(String(tokenId)))
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 })
  if (address !== undefined && isStale)
    await sql`update survey_token set last_used_at = now(), last_address = ${address} where id = ${tokenId}`.execute(db)
  const held = new Set(permissions)
  // The surveys of the token are all that it sees.
  if (surveyIds) held.delete('surveys.all')
  const actor: Actor = { ...anonymous, id, username, role, permissions: held, session: hash, isApp: true }
  return { ...actor, ...(isProgram && { isProgram }), ...(surveyIds && { surveyIds }) }
}

/** Whether the token is one of an app, ended or not. */
export async function isAppToken(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from survey_token where token_hash = ${hash} and kind = 'STAFF'`.execute(db)
  return rows.length > 0
}

/** The same, first thing in the transaction of a write: the rights hold until it ends. 55P03 while they are being taken. */
export async function admitAppUser(db: Db, { id, session }: Actor): Promise<Actor | undefined> {
  await shareRightsOf(db, id)
  return findAppUser(db, session)
}
