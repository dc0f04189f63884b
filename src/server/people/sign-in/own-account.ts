import { sql } from 'kysely'
import type { UserInfo } from '#contract/auth.ts'
import { runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'

/** The signed-in person as the seed's user info (§3). */
export async function getUserInfo(db: Db, id: number): Promise<UserInfo> {
  const [row] = await runNamed(
    db,
    sql<UserInfo>`
    select p.id, p.username, p.name, p.gender, p.admin_type as "adminType", p.avatar, p.locale,
      coalesce(r.role, '') as role, coalesce(r.name, '') as "roleName", p.must_change_password as "mustChangePassword",
      (select json_build_object('role', w.role, 'name', w.name) from pending_grant g join role w on w.id = g.role_id
        where g.person_id = p.id) as "pendingRole",
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
        where rp.role_id = p.role_id order by q.name) as permissions
    from person p left join role r on r.id = p.role_id where p.id = ${id}`,
  )
  if (!row) throw new Error(`Person ${id} is gone`)
  return row
}

export async function setLocale(db: Db, id: number, locale: string): Promise<void> {
  await sql`update person set locale = ${locale}, version = version + 1, updated_at = now() where id = ${id}`.execute(
    db,
  )
}
