/** Reads and writes CSV. Cells are texts, whatever they look like, and none of them becomes a formula in a spreadsheet. */
import { parseCsv } from 'hucre/csv'
import type { ErrorCode } from '#domain/errors.ts'
import type { ReadLimits } from './read-workbook.ts'

/** The rows of a file in UTF-8, or why it cannot be read. The delimiter is found out: comma, semicolon or tab. */
export function readCsv(bytes: Buffer, limits: ReadLimits): { rows: string[][] } | { refusal: ErrorCode } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { refusal: 'FILE_TYPE' }
  }
  if (text.includes('\0')) return { refusal: 'FILE_TYPE' }
  const rows = parseCsv(text, { maxRows: limits.rows + 1 })
  if (rows.length > limits.rows) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
  return { rows: rows.map((row) => row.slice(0, limits.columns).map((cell) => unarmed(String(cell ?? '')))) }
}

/** The wide signs count as the narrow ones where Chinese and Japanese are written. */
const dangerous = /^[=+\-@\t\r\n＝＋－＠]/

type CsvCell = string | number | null

/** One line. What a spreadsheet would take for a formula is armed with an apostrophe, which `readCsv` takes off again. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(armed(cell ?? '')))).join(',')}\r\n`
}

function armed(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

function unarmed(text: string): string {
  return text.startsWith("'") && dangerous.test(text.slice(1)) ? text.slice(1) : text
}

function quoted(text: string): string {
  return /[",;\t\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvMime = 'text/csv; charset=utf-8'
const linesPerChunk = 1000

/** A whole file under one row of headings, some thousand lines at a time. */
export async function* csvChunks(
  headings: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
): AsyncGenerator<Uint8Array> {
  // Excel takes a CSV for UTF-8 only when it begins like this.
  let text = `\uFEFF${csvLine(headings)}`
  let lines = 0
  for await (const row of rows) {
    text += csvLine(row)
    lines += 1
    if (lines % linesPerChunk > 0) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
