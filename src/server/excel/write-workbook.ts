/**
 * Writes workbooks. Every text goes into a cell formatted as text, so that it never becomes a formula, not even after a
 * user edits the cell.
 */
import { writeXlsx, type Cell, type CellStyle, type CellValue, type DataValidation, type WriteSheet } from 'hucre/xlsx'

import { columnName } from './cell.ts'

export type OutCell = string | number | Date | null

export interface OutColumn {
  width?: number
  format?: 'text' | 'number' | 'date' | 'time'
  /** Cells must be one of the values in this range of another sheet: `choices!$B$2:$B$5`. */
  list?: string | undefined
}

export interface OutSheet {
  name: string
  columns: OutColumn[]
  rows: OutCell[][]
  /** Number of heading rows on top: bold, always visible. */
  headings: number
  /** Columns whose headings stand out. */
  marked?: readonly number[]
}

export interface OutWorkbook {
  sheets: OutSheet[]
  /** Defined names: `canvass_survey` → `readme!$B$2`. */
  names: Record<string, string>
}

const formats = { text: '@', number: 'General', date: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm:ss' }
const lastRow = 1_048_576

export function writeWorkbook({ sheets, names }: OutWorkbook): Promise<Uint8Array> {
  const namedRanges = Object.entries(names).map(([name, range]) => ({ name, range }))
  return writeXlsx({ sheets: sheets.map(sheetOf), namedRanges })
}

function sheetOf({ name, columns, rows, headings, marked = [] }: OutSheet): WriteSheet {
  const cells = new Map<string, Partial<Cell>>()
  const isMarked = new Set(marked)
  for (const [row, values] of rows.slice(0, headings).entries())
    for (const column of values.keys()) cells.set(`${row},${column}`, { style: headingStyle(isMarked.has(column)) })
  return {
    name,
    columns: columns.map(({ width = 18, format = 'text' }) => ({ width, numFmt: formats[format] })),
    rows: rows.map((row) => row.map(outValue)),
    cells,
    ...(headings > 0 ? { freezePane: { rows: headings } } : {}),
    dataValidations: columns.flatMap(({ list }, column) => (list ? [choiceOf(list, column, headings)] : [])),
  }
}

function headingStyle(marked: boolean): CellStyle {
  const fill = { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: marked ? 'FFE8B3' : 'E8EEF4' } }
  return { numFmt: formats.text, font: { bold: true }, fill }
}

/** A user may type a label in place of a code, so Excel warns about other values and refuses none. */
function choiceOf(list: string, column: number, headings: number): DataValidation {
  const letter = columnName(column)
  return {
    type: 'list',
    formula1: list,
    range: `${letter}${headings + 1}:${letter}${lastRow}`,
    allowBlank: true,
    showErrorMessage: true,
    errorStyle: 'warning',
  }
}

/**
 * The library writes control characters as `_x000D_`, but leaves alone a text that looks like that already. It also
 * makes an error of a text that reads like one.
 */
function outValue(cell: OutCell): CellValue {
  if (typeof cell !== 'string') return cell
  const text = cell.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return /^#[A-Z0-9_/]+[!?]?$/.test(text) ? `_x0023_${text.slice(1)}` : text
}
