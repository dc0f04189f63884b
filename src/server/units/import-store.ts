/** Units by the ten thousand: each step is one statement, and so are their traces on the trail. */
import { type RawBuilder, sql } from 'kysely'
import { deepestUnitLevel, type KnownUnit } from '#domain/people/unit-tree.ts'
import type { AuditSource } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'

export async function knownUnits(db: Db): Promise<KnownUnit[]> {
  const rows = await rowsOf<KnownUnit>(db)`
    select u.code, above.code as "parentCode" from administrative_unit u
    left join administrative_unit above on above.id = u.parent_id`
  return rows
}

export interface GivenUnit extends KnownUnit {
  name: string
}

function given(units: readonly GivenUnit[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as i(code text, name text, "parentCode" text)`
}

function traced(action: 'create' | 'update', source: AuditSource, before: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select ${source.actorId}, ${`administrative-units.${action}`}, 'administrative_unit', id::text, ${before}, after,
      ${source.requestId}, ${source.address} from changed`
}

/** Gives known units their name, and their code as it is written in the file. */
export async function renameUnits(db: Db, units: readonly GivenUnit[], source: AuditSource): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(db)`
    with other as (
      select u.id, u.name, u.code, i.name as new_name, i.code as new_code
      from ${given(units)} join administrative_unit u on lower(u.code) = lower(i.code)
      where (u.name, u.code) <> (i.name, i.code)
    ), changed as (
      update administrative_unit u
      set name = other.new_name, code = other.new_code, version = u.version + 1, updated_at = now()
      from other where u.id = other.id
      returning u.id, jsonb_build_object('name', other.name, 'code', other.code) as before,
        jsonb_build_object('name', u.name, 'code', u.code) as after
    ), trail as (${traced('update', source, sql`before`)})
    select id from changed`
  return rows.map((row) => row.id)
}

/** Creates units whose parents are there; one that would be too deep just now goes on top until `placeUnits`. */
export async function createUnits(db: Db, units: readonly GivenUnit[], source: AuditSource): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(db)`
    with added as (
      insert into administrative_unit (parent_id, code, name)
      select above.id, i.code, i.name from ${given(units)}
      left join administrative_unit above on lower(above.code) = lower(i."parentCode") and above.level < ${deepestUnitLevel}
      returning id, parent_id, code, name
    ), changed as (
      select id, jsonb_build_object('code', code, 'name', name, 'parentId', parent_id) as after from added
    ), trail as (${traced('create', source, sql`null`)})
    select id from changed`
  return rows.map((row) => row.id)
}

/** Puts every unit below its parent, all at once; returns those that were there before. `created` are new. */
export async function placeUnits(
  db: Db,
  units: readonly GivenUnit[],
  source: AuditSource,
  created: readonly number[],
): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(db)`
    with other as (
      select u.id, u.parent_id, above.id as new_parent_id, u.id <> all(${created}::bigint[]) as was_there
      from ${given(units)} join administrative_unit u on lower(u.code) = lower(i.code)
      left join administrative_unit above on lower(above.code) = lower(i."parentCode")
      where u.parent_id is distinct from above.id
    ), moved as (
      update administrative_unit u
      set parent_id = other.new_parent_id, version = u.version + other.was_there::int, updated_at = now()
      from other where u.id = other.id
      returning u.id, other.was_there, other.parent_id, other.new_parent_id
    ), changed as (
      select id, jsonb_build_object('parentId', parent_id) as before, jsonb_build_object('parentId', new_parent_id) as after
      from moved where was_there
    ), trail as (${traced('update', source, sql`before`)})
    select id from changed`
  return rows.map((row) => row.id)
}
