/** The two heading rows of an uploaded workbook: the code of each column, and missing, doubled or unknown ones. */
import { type Cell, isBlank } from '../../excel/cell.ts'
import { readText } from '../../excel/cells.ts'
import { type Column, problemColumn } from './columns.ts'
import type { ProblemList } from '../../excel/problem-list.ts'
import { inAllLanguages } from '#words/texts.ts'

/** Codes are in row 1, labels in row 2, responses begin in row 3. */
export const headingRows = 2

export const requiredMark = ' *'

export interface PlacedColumn {
  column: Column
  /** Where its problems are shown, and mostly its value. */
  index: number
  /** Its value in a row. */
  cell: (cells: readonly Cell[]) => Cell
}

/** A sheet with its columns, whatever made it. */
export interface SheetLayout {
  rows: Rows
  /** So many rows are above those of data. */
  begin: number
  placed: PlacedColumn[]
}

export type Rows = readonly (readonly Cell[])[]

/** The columns at their places. Without a form key, which tells rows apart, no other column is looked at. */
export function readHeader(
  rows: Rows,
  columns: readonly Column[],
  problems: ProblemList,
  sheetName?: string,
): PlacedColumn[] {
  const sheet = sheetName === undefined ? {} : { sheet: sheetName }
  const [codes = [], labels = []] = rows
  const byCode = new Map([...columns, problemColumn].map((column) => [column.code, column]))
  const placed = new Map<string, PlacedColumn>()
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  for (let index = 0; index < width; index++) {
    const code = headingText(codes[index])
    const place = { ...sheet, row: 1, column: index, code }
    const column = byCode.get(code)
    if (!column) {
      if (code !== '' || rows.some((row) => !isBlank(row[index]))) problems.add(place, { code: 'UNKNOWN_COLUMN' })
    } else if (placed.has(code)) problems.add(place, { code: 'DUPLICATE_COLUMN' })
    else placed.set(code, placedAt(column, index))
  }
  for (const column of columns) {
    if (!placed.has(column.code) && isNeeded(column))
      problems.add({ ...sheet, row: 1, column: width, code: column.code }, { code: 'MISSING_COLUMN' })
  }
  const formKey = placed.get('formKey')
  if (formKey && !isFormKeyLabel(headingText(labels[formKey.index])))
    // A user who deletes the labels would lose the first row, as row 2 is passed over.
    problems.add({ ...sheet, row: 2, column: formKey.index, code: 'formKey' }, { code: 'LABEL_ROW_MISSING' })
  return [...placed.values()]
}

export function placedAt(column: Column, index: number): PlacedColumn {
  return { column, index, cell: (cells) => cells[index] ?? null }
}

/** A question's column is never taken out: a blank column says "not answered", a missing one says nothing. */
function isNeeded({ kind, code }: Column): boolean {
  return kind === 'answer' || code === 'formKey'
}

export function headingText(cell: Cell | undefined): string {
  return cell === undefined || cell === null ? '' : (readText(cell).value ?? '')
}

/** In any language; the column of forms is always marked as required. */
function isFormKeyLabel(text: string): boolean {
  const labels = Object.values(inAllLanguages('files.formKey'))
  return labels.some((label) => text === label || text === label + requiredMark)
}
