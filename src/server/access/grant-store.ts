/** Grants of payment permissions that wait for a second administrator (product.md §2). */
import { type RawBuilder, sql } from 'kysely'
import type { Grant } from '#contract/roles.ts'
import type { Db } from '../db/pool.ts'
import { found, type Page } from '../db/table-store.ts'

export interface NewGrant {
  roleId: number
  /** Who is to get the role; undefined: the role itself is to get the permissions. */
  personId?: number
  /** The payment steps that wait. */
  permissions: readonly string[]
  requestedBy: number
}

/** Puts the grant in the place of an earlier one for the same person or role. */
export async function requestGrant(db: Db, { roleId, personId, permissions, requestedBy }: NewGrant): Promise<number> {
  if (personId === undefined) await withdrawRoleGrant(db, roleId)
  else await withdrawPersonGrant(db, personId)
  const { rows } = await sql<{ id: number }>`
    insert into pending_grant (role_id, person_id, permissions, requested_by)
    values (${roleId}, ${personId ?? null}, ${permissions}, ${requestedBy}) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function withdrawPersonGrant(db: Db, personId: number): Promise<void> {
  await sql`delete from pending_grant where person_id = ${personId}`.execute(db)
}

export async function withdrawRoleGrant(db: Db, roleId: number): Promise<void> {
  await sql`delete from pending_grant where role_id = ${roleId} and person_id is null`.execute(db)
}

const who = (alias: RawBuilder<unknown>) =>
  sql`json_build_object('id', ${alias}.id, 'username', ${alias}.username, 'name', ${alias}.name)`

const rowsOfGrants = sql`
  select g.id, g.role_id as "roleId", r.role, case when p.id is not null then ${who(sql`p`)} end as person,
    g.permissions, ${who(sql`a`)} as "requestedBy", g.requested_at as "requestedAt"
  from pending_grant g join role r on r.id = g.role_id join person a on a.id = g.requested_by
    left join person p on p.id = g.person_id`

export async function listGrants(
  db: Db,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<Page<Grant>> {
  const { rows } = await sql<Grant>`
    ${rowsOfGrants} order by g.requested_at, g.id limit ${pageSize} offset ${offset}`.execute(db)
  const count = await sql<{ n: number }>`select count(*) as n from pending_grant`.execute(db)
  return { rows, total: count.rows[0]?.n ?? 0 }
}

/** NOT_FOUND when nothing of this id waits. The rights must be locked. */
export async function getGrant(db: Db, id: number): Promise<Grant> {
  return found(await sql<Grant>`${rowsOfGrants} where g.id = ${id}`.execute(db))
}

export async function removeGrant(db: Db, id: number): Promise<void> {
  await sql`delete from pending_grant where id = ${id}`.execute(db)
}

/** Whether somebody is there, active, and may grant payment permissions. */
export async function mayGrantPayments(db: Db, personId: number): Promise<boolean> {
  const { rows } = await sql`
    select from person p join role_permission rp on rp.role_id = p.role_id join permission q on q.id = rp.permission_id
    where p.id = ${personId} and p.status = 'ACTIVE' and q.name = 'roles.grantPayments'`.execute(db)
  return rows.length > 0
}
