import { sql } from 'kysely'
import type { PermissionName } from '#domain/people/permissions.ts'
import type { Db } from '../db/pool.ts'

const named = 5

interface PeopleToAsk {
  /** The first by name. */
  people: { id: number; name: string }[]
  peopleCount: number
}

/** Who may do this: whom to ask. */
export async function peopleToAsk(
  db: Db,
  permission: PermissionName,
  without: readonly number[] = [],
): Promise<PeopleToAsk> {
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, a.name from person a join role_permission rp on rp.role_id = a.role_id
      join permission p on p.id = rp.permission_id
    where a.status = 'ACTIVE' and p.name = ${permission} and a.id <> all(${without}::bigint[])
    order by a.name, a.id`.execute(db)
  return { people: rows.slice(0, named), peopleCount: rows.length }
}
