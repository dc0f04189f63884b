/**
 * Imports a tree of units from Excel or CSV: reads and checks it, compares it with the stored tree, and takes all rows
 * or none.
 */
import { type UnitColumn, type UnitImport, unitTree } from '#contract/administrative-units.ts'
import {
  deepestUnitLevel,
  type KnownUnit,
  unitKey,
  type UnitRow,
  type UnitTree,
  unitTreeOf,
} from '#domain/people/unit-tree.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRow, type TableRows } from '../excel/read-table.ts'
import { on } from '../http/context.ts'
import { takeUnitTree, treeTurn } from './store.ts'
import { type RawBuilder, sql } from 'kysely'

async function knownUnits(db: Db): Promise<KnownUnit[]> {
  const { rows } = await sql<KnownUnit>`
    select u.code, above.code as "parentCode" from administrative_unit u
    left join administrative_unit above on above.id = u.parent_id`.execute(db)
  return rows
}

interface GivenUnit extends KnownUnit {
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
async function renameUnits(db: Db, units: readonly GivenUnit[], source: AuditSource): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
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
    select id from changed`.execute(db)
  return rows.map((row) => row.id)
}

/** Creates units whose parents are there; one that would be too deep just now goes on top until `placeUnits`. */
async function createUnits(db: Db, units: readonly GivenUnit[], source: AuditSource): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into administrative_unit (parent_id, code, name)
      select above.id, i.code, i.name from ${given(units)}
      left join administrative_unit above on lower(above.code) = lower(i."parentCode") and above.level < ${deepestUnitLevel}
      returning id, parent_id, code, name
    ), changed as (
      select id, jsonb_build_object('code', code, 'name', name, 'parentId', parent_id) as after from added
    ), trail as (${traced('create', source, sql`null`)})
    select id from changed`.execute(db)
  return rows.map((row) => row.id)
}

/** Puts every unit below its parent, all at once; returns those that were there before. `created` are new. */
async function placeUnits(
  db: Db,
  units: readonly GivenUnit[],
  source: AuditSource,
  created: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
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
    select id from changed`.execute(db)
  return rows.map((row) => row.id)
}

export const importRoute = on(unitTree.importUnits, async (context) => {
  const { file, actor, write, audit, requestId, address } = context
  const read = await readTableApart<UnitColumn>('units', file, undefined)
  const rows = read.chunks.flatMap((chunk) => JSON.parse(chunk) as TableRow<UnitColumn>[]).map(unitOf)
  const take = async (db: Db) => {
    await takeUnitTree(db)
    const known = await knownUnits(db)
    const tree = unitTreeOf(
      rows.filter(({ code }) => code !== ''),
      known,
    )
    refuseProblems(read, tree)
    const result = await takeUnits(db, { rows, known, tree }, { actorId: actor.id, requestId, address })
    audit({
      action: 'administrative-units.import',
      subjectType: 'file',
      after: { name: file?.name, sha256: file?.sha256.toString('hex'), ...result },
    })
    return result
  }
  return treeTurn.pass(() => write(take))
})

/** A row of the file; a wrong cell is blank. */
function unitOf({ row, code, name, parentCode, level }: TableRow<UnitColumn>): UnitRow {
  return {
    row,
    code: String(code ?? ''),
    name: String(name ?? ''),
    parentCode: parentCode === undefined || parentCode === null ? null : String(parentCode),
    level: typeof level === 'number' ? level : null,
  }
}

/** The problems of single cells, and those of the rows as a tree. */
function refuseProblems(read: TableRows<UnitColumn>, { problems }: UnitTree): void {
  const ofTree = new ProblemList()
  for (const { row, column, problem } of problems)
    ofTree.add({ row, column: read.columns[column] ?? 0, code: column }, problem)
  const report = reportOf(read, ofTree)
  if (report.problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
}

interface Checked {
  rows: readonly UnitRow[]
  known: readonly KnownUnit[]
  tree: UnitTree
}

async function takeUnits(db: Db, { rows, known, tree }: Checked, source: AuditSource): Promise<UnitImport> {
  const units = rows.map(({ code, name, parentCode }) => ({ code, name, parentCode }))
  const renamed = await renameUnits(db, units, source)
  const there = new Set(known.map(({ code }) => unitKey(code)))
  const levels = Map.groupBy(
    units.filter(({ code }) => !there.has(unitKey(code))),
    ({ code }) => tree.levels.get(unitKey(code)) ?? 0,
  )
  const created: number[] = []
  // From the top down, so that parents are there.
  for (const [, fresh] of [...levels].sort(([a], [b]) => a - b)) created.push(...(await createUnits(db, fresh, source)))
  const moved = await placeUnits(db, units, source, created)
  const updated = new Set([...renamed, ...moved]).size
  return { rows: rows.length, created: created.length, updated, unchanged: rows.length - created.length - updated }
}
