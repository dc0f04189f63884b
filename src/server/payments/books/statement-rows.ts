/** The child process that reads the file of a statement: its first rows, or all its lines. */
import { readFileSync } from 'node:fs'
import { maxStatementRows } from '#contract/statements.ts'
import { readStatement, type StatementMapping } from '#domain/money/statement-file.ts'
import { delimiterOf } from '#domain/text/csv-rows.ts'
import { answerParent } from '../../excel/apart.ts'
import { type Cell, savedValue } from '../../excel/cell.ts'
import { textOf } from '../../excel/csv.ts'
import { readFirstSheet } from '../../excel/read-sheet.ts'
import { isCsv } from '../../excel/read-workbook.ts'

export interface StatementJob {
  path: string
  /** Without it rows are answered as they are: the first ones, or as many. */
  read?: { mapping: StatementMapping; currency: string; now: number }
  rows?: number
}

/** Titles above the headings, and a few lines below them. */
const sampleRows = 40

function plain(cell: Cell) {
  const value = savedValue(cell)
  return value !== null && typeof value === 'object' && 'kind' in value ? null : value
}

answerParent(async ({ path, read, rows: most = sampleRows }: StatementJob) => {
  const bytes = readFileSync(path)
  const sheet = await readFirstSheet(bytes, { rows: maxStatementRows + 1, columns: 50 })
  if ('refusal' in sheet) return sheet
  const rows = sheet.rows.map((row) => row.map(plain))
  if (read) return readStatement(rows, read)
  const text = isCsv(bytes) ? textOf(bytes) : undefined
  return { rows: rows.slice(0, most), delimiter: typeof text === 'string' ? delimiterOf(text) : null }
})
