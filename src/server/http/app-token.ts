/** Collecting apps that come with a person's token: the person, with the rights that they have now. */
import { sql } from 'kysely'
import { shareRightsOf } from '../db/rights-locks.ts'
import type { Db } from '../db/pool.ts'
import { type Actor, anonymous } from './context.ts'

interface UserRow {
  id: number
  username: string
  role: string
  permissions: string[]
  tokenId: number
  isStale: boolean
}

/** Undefined when the token is revoked, has expired or was never made, or its person may not sign in. */
export async function findAppUser(db: Db, hash: Buffer): Promise<Actor | undefined> {
  const { rows } = await sql<UserRow>`
    select p.id, p.username, coalesce(r.role, '') as role,
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id where rp.role_id = p.role_id)
        as permissions,
      t.id as "tokenId", coalesce(t.last_used_at < now() - interval '1 minute', true) as "isStale"
    from survey_token t join person p on p.id = t.person_id left join role r on r.id = p.role_id
    where t.token_hash = ${hash} and t.kind = 'STAFF' and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
      and p.status = 'ACTIVE' and p.admin_type = 'ADMIN'`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id, username, role, permissions, tokenId, isStale } = row
  if (isStale) await sql`update survey_token set last_used_at = now() where id = ${tokenId}`.execute(db)
  return { ...anonymous, id, username, role, permissions: new Set(permissions), session: hash, isApp: true }
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
