/**
 * Imports a tree of units from Excel or CSV: reads and checks it, compares it with the stored tree, and takes all rows
 * or none.
 */
import { type UnitColumn, type UnitImport, unitTree } from '#contract/administrative-units.ts'
import { type KnownUnit, unitKey, type UnitRow, type UnitTree, unitTreeOf } from '#domain/people/unit-tree.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRow, type TableRows } from '../excel/read-table.ts'
import { on } from '../http/context.ts'
import { createUnits, knownUnits, placeUnits, renameUnits } from './import-store.ts'
import { takeUnitTree, treeTurn } from './store.ts'

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
