/** Names of what columns know by its number or code. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { collectorName } from '../list/collectors.ts'

export async function siteTitles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select id, title as name from site where id = any(${ids}::bigint[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function collectorNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select collecting.id, ${collectorName} as name
    from collector collecting left join person collecting_person on collecting_person.id = collecting.person_id
    where collecting.id = any(${ids}::bigint[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface NamedUnit {
  id: number
  code: string
  name: string
}

/** The unit of each site, or the one of that depth above it; sites without one are left out. */
export function unitsOfSites(db: Db, ids: readonly number[], level?: number): Promise<ReadonlyMap<number, NamedUnit>> {
  const given = sql`select id as key, administrative_unit_id as unit_id from site where id = any(${ids}::bigint[])`
  return unitsBy<number>(db, given, level)
}

/** The same of the codes of units. */
export function unitsOfCodes(
  db: Db,
  codes: readonly string[],
  level?: number,
): Promise<ReadonlyMap<string, NamedUnit>> {
  const given = sql`
    select code.key, unit.id as unit_id
    from unnest(${codes}::text[]) code(key) join administrative_unit unit on lower(unit.code) = lower(code.key)`
  return unitsBy<string>(db, given, level)
}

/** `given`: keys with the `unit_id` of each. */
async function unitsBy<Key>(
  db: Db,
  given: RawBuilder<unknown>,
  level: number | undefined,
): Promise<ReadonlyMap<Key, NamedUnit>> {
  const rows = await rowsOf<NamedUnit & { key: Key }>(db)`
    select given.key, unit.id, unit.code, unit.name
    from (${given}) given join administrative_unit own on own.id = given.unit_id
      join administrative_unit unit on unit.id = ${level === undefined ? sql`own.id` : sql`own.path[${level + 1}::int]`}`
  return new Map(rows.map(({ key, ...unit }) => [key, unit]))
}
