/** The permissions of the product, and those that people make. */
import { sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { problem } from '#domain/problems.ts'
import type { Permission } from '#contract/roles.ts'
import { administratorRole, areaOfOwn } from '#domain/people/permissions.ts'
import { type Page, readPage } from '../../db/page.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { allOf, type ListQuery } from '../../db/table-store.ts'
import { AppError } from '../../errors.ts'

const columns = sql`id, name, area, description, built_in as "builtIn"`

export function listPermissions(db: Db, query: ListQuery & { area?: string | undefined }): Promise<Page<Permission>> {
  const words = query.q?.trim().split(/\s+/).filter(Boolean) ?? []
  const where = allOf([
    query.area === undefined ? undefined : sql`area = ${query.area}`,
    ...words.map((word) => sql`fold(name || ' ' || description) like anywhere(${word})`),
  ])
  const order = { by: sql`id`, descending: false }
  return readPage(db, { table: 'permission', order, columns, where }, { ...pageOf(query), total: { among: 'few' } })
}

/** All of them by area, in the order of the product's own list. */
export async function permissionsByArea(db: Db): Promise<{ area: string; permissions: Permission[] }[]> {
  const rows = await rowsOf<Permission>(db)`select ${columns} from permission order by id`
  return [...Map.groupBy(rows, (row) => row.area)].map(([area, permissions]) => ({ area, permissions }))
}

/** The names behind names and ids; UNKNOWN_REFERENCE with each unknown place of the list. */
export async function resolvePermissions(db: Db, list: readonly (string | number)[]): Promise<string[]> {
  const rows = await rowsOf<{ id: number; name: string }>(db)`select id, name from permission`
  const known = new Map<string | number, string>()
  for (const { id, name } of rows) known.set(id, name).set(name, name)
  const errors = list.flatMap((entry, index) =>
    known.has(entry) ? [] : [problem(`permissions[${index}]`, 'UNKNOWN_REFERENCE')],
  )
  if (errors.length > 0) throw new AppError('UNKNOWN_REFERENCE', { errors })
  return [...new Set(list.map((entry) => known.get(entry) ?? ''))].sort()
}

async function getPermission(db: Db, id: number): Promise<Permission> {
  return await rowOf<Permission>(db)`select ${columns} from permission where id = ${id}`
}

/** Administrators hold it at once: otherwise no person could grant it. */
export async function insertPermission(db: Db, name: string, description: string): Promise<Permission> {
  const rows = await rowsOf<{ id: number }>(db)`
    insert into permission (name, area, description) values (${name}, ${areaOfOwn(name)}, ${description})
    returning id`
  const id = rows[0]?.id ?? 0
  await sql`insert into role_permission (role_id, permission_id)
    select role.id, ${id} from role where role = ${administratorRole}`.execute(db)
  return getPermission(db, id)
}

/** For each of the permissions: how many roles hold it, administrators aside. */
export async function rolesHolding(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf<{ id: number; n: number }>(db)`
    select rp.permission_id as id, count(*) as n from role_permission rp join role r on r.id = rp.role_id
    where rp.permission_id = any(${ids}) and r.role <> ${administratorRole} group by rp.permission_id`
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export async function lockPermissions(db: Db, ids: readonly number[]): Promise<Permission[]> {
  const rows = await rowsOf<Permission>(db)`
    select ${columns} from permission where id = any(${ids}) order by id for update`
  return rows
}

export async function deletePermissions(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from permission where id = any(${ids})`.execute(db)
}

/** Names of the permissions that guard entries of the menu: `visit.<id of the entry>`. */
export async function visitGuards(db: Db): Promise<Set<string>> {
  const rows = await rowsOf<{ name: string }>(db)`select name from permission where area = 'visit'`
  return new Set(rows.map((row) => row.name))
}
