/** A tree of units from an Excel or CSV file: read and checked apart, compared with what is there, then all rows or none. */
import { type UnitImport, unitTree } from '#contract/administrative-units.ts'
import { maxListedProblems } from '#contract/forms.ts'
import { type KnownUnit, unitKey, type UnitTree, unitTreeOf } from '#domain/unit-tree.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { runApart } from '../excel/apart.ts'
import { on } from '../http/context.ts'
import { ProblemList } from '../excel/problem-list.ts'
import type { UnitOutcome, UnitRows } from './import-job.ts'
import { createUnits, knownUnits, placeUnits, renameUnits } from './import-store.ts'
import { takeUnitTree } from './store.ts'

const jobUrl = new URL('./import-job.ts', import.meta.url)

export const importRoute = on(unitTree.importUnits, async ({ file, actor, write, audit, requestId, address }) => {
  if (!file) throw new AppError('FILE_MISSING')
  const read = await runApart<UnitOutcome>(jobUrl, { path: file.path })
  if ('refusal' in read) throw new AppError(read.refusal)
  return write(async (db) => {
    await takeUnitTree(db)
    const known = await knownUnits(db)
    const tree = unitTreeOf(
      read.rows.filter(({ code }) => code !== ''),
      known,
    )
    refuseFaults(read, tree)
    const result = await takeUnits(db, { ...read, known, tree }, { actorId: actor.id, requestId, address })
    audit({
      action: 'administrative-units.import',
      subjectType: 'file',
      after: { name: file.name, sha256: file.sha256.toString('hex'), ...result },
    })
    return result
  })
})

/** What is wrong with single cells, and with the rows as a tree. */
function refuseFaults({ count, columns, problems, problemCount }: UnitRows, { faults }: UnitTree): void {
  const ofTree = new ProblemList()
  for (const { row, column, fault } of faults) ofTree.add({ row, column: columns[column] ?? 0, code: column }, fault)
  const all = problemCount + ofTree.count
  if (all === 0) return
  const first = [...problems, ...ofTree.list()].sort((a, b) => a.row - b.row).slice(0, maxListedProblems)
  throw new AppError('WORKBOOK_ROWS_INVALID', { data: { rows: count, problems: first, problemCount: all } })
}

interface Checked extends UnitRows {
  known: readonly KnownUnit[]
  tree: UnitTree
}

async function takeUnits(db: Db, { rows, count, known, tree }: Checked, source: AuditSource): Promise<UnitImport> {
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
  return { rows: count, created: created.length, updated, unchanged: count - created.length - updated }
}
