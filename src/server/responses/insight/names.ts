/** Names of what columns know by its number or code. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { collectorName } from '../list/collectors.ts'

export async function siteTitles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, title as name from site where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function collectorNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select collecting.id, ${collectorName} as name
    from collector collecting left join person collecting_person on collecting_person.id = collecting.person_id
    where collecting.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface NamedUnit {
  id: number
  code: string
  name: string
}

type UnitOf<Key> = NamedUnit & { key: Key }

/** The unit of each site, or the one of that depth above it; sites without one are left out. */
export async function unitsOfSites(
  db: Db,
  ids: readonly number[],
  level?: number,
): Promise<ReadonlyMap<number, NamedUnit>> {
  const { rows } = await sql<UnitOf<number>>`
    select site.id as key, unit.id, unit.code, unit.name
    from site join administrative_unit own on own.id = site.administrative_unit_id ${unitAbove(level)}
    where site.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ key, ...unit }) => [key, unit]))
}

/** The same of the codes of units. */
export async function unitsOfCodes(
  db: Db,
  codes: readonly string[],
  level?: number,
): Promise<ReadonlyMap<string, NamedUnit>> {
  const { rows } = await sql<UnitOf<string>>`
    select given.code as key, unit.id, unit.code, unit.name
    from unnest(${codes}::text[]) given(code) join administrative_unit own on lower(own.code) = lower(given.code) ${unitAbove(level)}`.execute(
    db,
  )
  return new Map(rows.map(({ key, ...unit }) => [key, unit]))
}

function unitAbove(level: number | undefined): RawBuilder<unknown> {
  return sql`join administrative_unit unit on unit.id = ${level === undefined ? sql`own.id` : sql`own.path[${level + 1}::int]`}`
}
