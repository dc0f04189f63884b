/** Grants of payment permissions that wait for a second administrator (product.md §2). Every write here changes rights. */
import { type RawBuilder, sql } from 'kysely'
import type { Grant } from '#contract/roles.ts'
import { type Page, type Place, readPage } from '../../db/page.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'

export interface PersonGrant {
  personId: number
  /** The role that they are to get. */
  roleId: number
  /** The payment steps that wait. */
  permissions: readonly string[]
  requestedBy: number
}

/**
 * Puts the grant in the place of an earlier one for the same person. The first requester of a role stays its requester,
 * also when another person saves it again. Otherwise they could confirm their own request.
 */
export async function requestPersonGrant(
  db: Db,
  { personId, roleId, permissions, requestedBy }: PersonGrant,
): Promise<void> {
  const earlier = await sql<{ requestedBy: number; same: boolean }>`
    select requested_by as "requestedBy", permissions @> ${permissions}::text[] as same
    from pending_grant where person_id = ${personId} and role_id = ${roleId}`.execute(db)
  const [known] = earlier.rows
  if (known?.same) return
  // A larger grant is another grant: an administrator confirms no more than they were shown.
  await withdrawPersonGrant(db, personId)
  await sql`insert into pending_grant (role_id, person_id, permissions, requested_by)
    values (${roleId}, ${personId}, ${permissions}, ${known?.requestedBy ?? requestedBy})`.execute(db)
}

export async function withdrawPersonGrant(db: Db, personId: number): Promise<void> {
  await sql`delete from pending_grant where person_id = ${personId} and role_id is not null`.execute(db)
}

export async function withdrawGrantOfOthers(db: Db, personId: number, requestedBy: number): Promise<void> {
  await sql`delete from pending_grant where person_id = ${personId} and requested_by <> ${requestedBy}`.execute(db)
}

/** Makes these steps all that wait for the role. A known step keeps its first requester; new steps make one grant. */
export async function settleRoleGrants(
  db: Db,
  { roleId, permissions, requestedBy }: { roleId: number; permissions: readonly string[]; requestedBy: number },
): Promise<void> {
  const ofRole = sql`role_id = ${roleId} and person_id is null`
  await sql`delete from pending_grant where ${ofRole} and not permissions && ${permissions}::text[]`.execute(db)
  await sql`update pending_grant
    set permissions = array(select name from unnest(permissions) as name where name = any(${permissions}))
    where ${ofRole} and not permissions <@ ${permissions}::text[]`.execute(db)
  await sql`insert into pending_grant (role_id, permissions, requested_by)
    select ${roleId}, array_agg(name order by name), ${requestedBy} from unnest(${permissions}::text[]) as name
    where name not in (select unnest(permissions) from pending_grant where ${ofRole}) having count(*) > 0`.execute(db)
}

const who = (alias: RawBuilder<unknown>) =>
  sql`json_build_object('id', ${alias}.id, 'username', ${alias}.username, 'name', ${alias}.name)`

/** As `readerId` gets to see them: whether they are a second person is a fact about the two. */
const grantColumns = (readerId: number) => sql`
  g.id, g.role_id as "roleId", coalesce(r.role, '') as role, case when p.id is not null then ${who(sql`p`)} end as person,
    g.permissions, ${who(sql`a`)} as "requestedBy", g.requested_at as "requestedAt",
    a.status = 'ACTIVE' and exists (
      select from role_permission rp join permission q on q.id = rp.permission_id
      where rp.role_id = a.role_id and q.name = 'roles.grantPayments'
    ) as "requesterMay",
    same_hands(g.requested_by, ${readerId}) as "sameHands"`

const grantJoins = sql`
  join person a on a.id = g.requested_by left join role r on r.id = g.role_id
    left join person p on p.id = g.person_id`

export function listGrants(db: Db, readerId: number, place: Place): Promise<Page<Grant>> {
  const order = { by: sql`g.requested_at`, descending: false }
  const columns = grantColumns(readerId)
  return readPage(
    db,
    { table: 'pending_grant', as: 'g', order, columns, joins: grantJoins },
    { ...place, total: { among: 'few' } },
  )
}

/** NOT_FOUND when nothing of this id waits. */
export async function getGrant(db: Db, readerId: number, id: number): Promise<Grant> {
  return await rowOf<Grant>(db)`
      select ${grantColumns(readerId)} from pending_grant g ${grantJoins} where g.id = ${id}`
}

export async function confirmGrant(db: Db, id: number, confirmedBy: number): Promise<void> {
  await sql`update pending_grant set confirmed_by = ${confirmedBy} where id = ${id}`.execute(db)
}

export async function removeGrant(db: Db, id: number): Promise<void> {
  await sql`delete from pending_grant where id = ${id}`.execute(db)
}

/** Asks for the reset of a second factor; an earlier request stays, with who made it. Returns the one that waits. */
export async function requestReset(db: Db, personId: number, requestedBy: number): Promise<Grant> {
  await sql`insert into pending_grant (person_id, permissions, requested_by) values (${personId}, '{}', ${requestedBy})
    on conflict do nothing`.execute(db)
  const rows = await rowsOf<{ id: number }>(db)`
    select id from pending_grant where person_id = ${personId} and role_id is null`
  return getGrant(db, requestedBy, found({ rows }).id)
}
