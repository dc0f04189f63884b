/** Roles and their permissions. Every write here changes rights (`changesRights` of the call). */
import { sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { problem } from '#domain/problems.ts'
import { Role } from '#contract/roles.ts'
import { changing } from '../../db/changing.ts'
import { columnList } from '../../db/names.ts'
import { type Page, readPage } from '../../db/page.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { stopWrites } from '../../db/rights-locks.ts'
import { allOf, type ListQuery } from '../../db/table-store.ts'
import { AppError } from '../../errors.ts'
import { shownRoleName } from './role-names.ts'

const columns = columnList(Object.keys(Role.shape), {
  permissions: sql`array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
      where rp.role_id = role.id order by q.name)`,
  pendingPermissions: sql`array(select unnest(g.permissions) from pending_grant g
      where g.role_id = role.id and g.person_id is null order by 1)`,
  staffCount: sql`(select count(*) from person where person.role_id = role.id and person.admin_type = 'ADMIN')`,
})

/** A search finds them by what the reader sees: the name in their language, and the code. */
export function listRoles(db: Db, query: ListQuery, readerId: number): Promise<Page<Role>> {
  const words = query.q?.trim().split(/\s+/).filter(Boolean) ?? []
  const shown = sql`fold(${shownRoleName(readerId)} || ' ' || role.role)`
  const where = allOf(words.map((word) => sql`${shown} like anywhere(${word})`))
  const order = { by: sql`not role.built_in`, descending: false }
  return readPage(db, { table: 'role', order, columns, where }, { ...pageOf(query), total: { among: 'few' } })
}

/** NOT_FOUND when there is none. */
export async function getRole(db: Db, id: number): Promise<Role> {
  return await rowOf<Role>(db)`select ${columns} from role where id = ${id}`
}

/** The roles that exist among these ids, in the order of ids. */
export async function listRolesOf(db: Db, ids: readonly number[]): Promise<Role[]> {
  const rows = await rowsOf<Role>(db)`select ${columns} from role where id = any(${ids}) order by id`
  return rows
}

/** The role that a field of the body names, by id or by code; UNKNOWN_REFERENCE at that field when there is none. */
export async function getNamedRole(db: Db, named: number | string, field: string): Promise<Role> {
  const where = typeof named === 'number' ? sql`id = ${named}` : sql`role = ${named}`
  const rows = await rowsOf<Role>(db)`select ${columns} from role where ${where}`
  const [role] = rows
  if (!role) throw new AppError('UNKNOWN_REFERENCE', { errors: [problem(field, 'UNKNOWN_REFERENCE')] })
  return role
}

export interface AskedRole {
  roleId?: number | null | undefined
  /** Its code. */
  role?: string | null | undefined
}

/** The role that a body names by its id, by its code, or by both alike; undefined when by neither. */
export async function getAskedRole(db: Db, { roleId, role: code }: AskedRole): Promise<Role | undefined> {
  const byId = roleId ? await getNamedRole(db, roleId, 'roleId') : undefined
  const byCode = code ? await getNamedRole(db, code, 'role') : undefined
  if (byId && byCode && byId.id !== byCode.id)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('role', 'NOT_ALLOWED')] })
  return byId ?? byCode
}

/** The id of a built-in role. */
export async function roleIdOf(db: Db, role: string): Promise<number> {
  const rows = await rowsOf<{ id: number }>(db)`select id from role where role = ${role}`
  const [row] = rows
  if (!row) throw new Error(`There is no role ${role}`)
  return row.id
}

export interface RoleColumns {
  name?: string | undefined
  role?: string | undefined
  description?: string | undefined
  secondFactor?: boolean | undefined
}

export async function insertRole(db: Db, { name, role, description }: RoleColumns): Promise<number> {
  const rows = await rowsOf<{ id: number }>(db)`
    insert into role (name, role, description)
    values (${name}, ${role}, ${description ?? sql`default`}) returning id`
  return rows[0]?.id ?? 0
}

/** `changed`: what the role holds is another already. */
export async function updateRole(db: Db, id: number, values: RoleColumns, changed: boolean): Promise<void> {
  const { set, differs } = changing(values)
  await sql`update role set ${set} where id = ${id} and (${changed}::boolean or ${differs})`.execute(db)
}

/** Makes these names the whole of what the role holds. */
export async function setRolePermissions(db: Db, id: number, names: readonly string[]): Promise<void> {
  await sql`delete from role_permission rp using permission q
    where rp.role_id = ${id} and q.id = rp.permission_id and q.name <> all(${names})`.execute(db)
  await addRolePermissions(db, id, names)
}

export async function addRolePermissions(db: Db, id: number, names: readonly string[]): Promise<void> {
  await sql`insert into role_permission (role_id, permission_id)
    select ${id}, q.id from permission q where q.name = any(${names})
      and not exists (select from role_permission rp where rp.role_id = ${id} and rp.permission_id = q.id)`.execute(db)
}

/** Ids of the staff who have the role, locked until the transaction ends; until then they write nothing. */
export async function lockStaffOf(db: Db, roleId: number): Promise<number[]> {
  await stopWrites(db, sql`role_id = ${roleId}`)
  const rows = await rowsOf<{ id: number }>(db)`
    select id from person where role_id = ${roleId} and admin_type = 'ADMIN' order by id for update`
  return rows.map((row) => row.id)
}

export async function moveStaff(db: Db, from: number, to: number): Promise<void> {
  await sql`update person set role_id = ${to}, version = version + 1, updated_at = now()
    where role_id = ${from} and admin_type = 'ADMIN'`.execute(db)
}

export async function deleteRole(db: Db, id: number): Promise<void> {
  await sql`delete from role where id = ${id}`.execute(db)
}
