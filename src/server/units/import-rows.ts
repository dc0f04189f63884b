/** From the rows of a file to units, or to what is wrong with single cells of them. Touches nothing. */
import { checkText } from '#domain/answers.ts'
import { fault } from '#domain/faults.ts'
import { deepestUnitLevel, unitCode, unitKey, type UnitRow } from '#domain/unit-tree.ts'
import { type Cell, isBlank } from '../excel/cell.ts'
import { bad, type Read, readNumber, readText } from '../excel/cells.ts'
import { readHeader } from '../excel/read-sheet.ts'
import { ProblemList } from '../excel/problem-list.ts'

/** The columns of the file, by the names in its first row. */
export const unitColumns = ['code', 'name', 'parentCode', 'level'] as const
type UnitColumn = (typeof unitColumns)[number]
export type UnitColumns = Partial<Record<UnitColumn, number>>

/** A file without parents would put every unit on top of the tree, which nobody means. */
const required: ReadonlySet<UnitColumn> = new Set<UnitColumn>(['code', 'name', 'parentCode'])
const filled: ReadonlySet<UnitColumn> = new Set<UnitColumn>(['code', 'name'])

export interface UnitsRead {
  rows: UnitRow[]
  /** Rows with something in them, good or bad. */
  count: number
  problems: ProblemList
  columns: UnitColumns
}

export function readUnits(sheet: readonly (readonly Cell[])[]): UnitsRead {
  const problems = new ProblemList()
  const columns = readHeader(sheet[0] ?? [], { known: unitColumns, required, ignored: [] }, problems)
  const rowOfCode = new Map<string, number>()
  const rows: UnitRow[] = []
  for (const [index, cells] of sheet.entries()) {
    if (index === 0 || cells.every(isBlank)) continue
    const unit: UnitRow = { row: index + 1, code: '', name: '', parentCode: null, level: null }
    for (const [name, column] of Object.entries(columns) as [UnitColumn, number][]) {
      const found = readInto(unit, name, cells[column] ?? null)
      if (found) problems.add({ row: unit.row, column, code: name }, found)
    }
    const key = unitKey(unit.code)
    const otherRow = unit.code === '' ? undefined : rowOfCode.get(key)
    if (otherRow !== undefined)
      problems.add({ row: unit.row, column: columns.code ?? 0, code: 'code' }, { code: 'CODE_REPEATED', otherRow })
    else rowOfCode.set(key, unit.row)
    rows.push(unit)
  }
  return { rows, count: rows.length, problems, columns }
}

function readInto(unit: UnitRow, name: UnitColumn, cell: Cell) {
  if (isBlank(cell)) return filled.has(name) ? fault('REQUIRED') : undefined
  switch (name) {
    case 'code':
    case 'parentCode': {
      const read = readCode(cell)
      if (read.fault === undefined) unit[name] = read.value
      return read.fault
    }
    case 'name': {
      const read = readText(cell)
      if (read.fault === undefined) unit.name = read.value
      return read.fault ?? checkText(unit.name, 200)
    }
    case 'level': {
      const read = readLevel(cell)
      if (read.fault === undefined) unit.level = read.value
      return read.fault
    }
  }
}

function readCode(cell: Cell): Read<string> {
  const read = readText(cell)
  return read.fault || unitCode.test(read.value) ? read : bad('BAD_CODE')
}

function readLevel(cell: Cell): Read<number> {
  const read = readNumber(cell)
  if (read.fault) return read
  if (!Number.isInteger(read.value)) return bad('NOT_WHOLE')
  if (read.value < 0) return bad('TOO_SMALL', 0)
  return read.value > deepestUnitLevel ? bad('TOO_BIG', deepestUnitLevel) : read
}
