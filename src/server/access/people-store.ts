import { sql } from 'kysely'
import type { UserInfo } from '#contract/auth.ts'
import type { Db } from '../db/pool.ts'

export interface SignInFacts {
  id: number
  passwordHash: string | undefined
}

/** Whom the sign-in name belongs to; only active staff may sign in. */
export async function findForSignIn(db: Db, username: string): Promise<SignInFacts | undefined> {
  const { rows } = await sql<{ id: number; passwordHash: string | null }>`
    select id, password_hash as "passwordHash" from person
    where lower(username) = lower(${username.trim()}) and admin_type = 'ADMIN' and status = 'ACTIVE'`.execute(db)
  const [row] = rows
  return row && { id: row.id, passwordHash: row.passwordHash ?? undefined }
}

/** The signed-in person as the seed's user info (§3). */
export async function getUserInfo(db: Db, id: number): Promise<UserInfo> {
  const { rows } = await sql<UserInfo>`
    select p.id, p.username, p.name, p.gender, p.admin_type as "adminType", null as avatar, p.locale, r.role,
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
        where rp.role_id = p.role_id order by q.name) as permissions
    from person p join role r on r.id = p.role_id where p.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Person ${id} is gone`)
  return row
}

export async function setLocale(db: Db, id: number, locale: string): Promise<void> {
  await sql`update person set locale = ${locale}, version = version + 1, updated_at = now() where id = ${id}`.execute(
    db,
  )
}
