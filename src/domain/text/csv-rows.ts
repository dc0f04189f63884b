/** Reads the text of a CSV file. The delimiter is found out: comma, semicolon, tab. Pure. */
import type { ErrorCode } from '../errors.ts'
import { unguarded } from './formula-guard.ts'

/** The rows of a file, or why it cannot be read and, where one is to blame, in which row that begins. */
export type CsvRead = { rows: string[][]; beyond: ReadonlyMap<number, number> } | { refusal: ErrorCode; row?: number }

/** With commas, as every program reads it. */
export function isPlainCsv(text: string): boolean {
  return delimiterOf(text) === ','
}

const signs = [',', ';', '\t']
const firstLines = 20

/** The separator of which most of the first lines have equally many, outside of quotes: titles and decimals have others. */
export function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]+/, firstLines)
  const ranked = signs.map((sign) => {
    const counts = Map.groupBy(
      lines.map((line) => line.split(sign).length - 1).filter((count) => count > 0),
      (count) => count,
    )
    const usual = Math.max(0, ...[...counts.values()].map((alike) => alike.length))
    return { sign, usual, most: Math.max(0, ...counts.keys()) }
  })
  return ranked.reduce((best, one) =>
    one.usual > best.usual || (one.usual === best.usual && one.most > best.most) ? one : best,
  ).sign
}

/** Three times what Excel holds in a cell: beyond it a quote is missing. */
const longestCell = 100_000

/** One pass, which ends at the first row too many: millions of empty lines cost no more than the rows that are allowed. */
export function parseCsv(text: string, limits: { rows: number; columns: number }): CsvRead {
  const delimiter = delimiterOf(text)
  const cellEnd = new RegExp(`[${delimiter}\\r\\n]`, 'g')
  const rows: string[][] = []
  const beyond = new Map<number, number>()
  let row: string[] = []
  let column = 0
  for (let at = 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"') {
      const end = quoteEnd(text, at + 1)
      if (end < 0 || end - at > longestCell) return { refusal: 'FILE_BROKEN', row: rows.length + 1 }
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
    }
    cellEnd.lastIndex = at
    const end = cellEnd.exec(text)?.index ?? text.length
    cell = unguarded(cell + text.slice(at, end))
    if (column < limits.columns) row.push(cell)
    else if (cell.trim() !== '' && !beyond.has(rows.length)) beyond.set(rows.length, column)
    column += 1
    at = end + 1
    if (text[end] === delimiter && at < text.length) continue
    if (text[end] === delimiter && row.length < limits.columns) row.push('')
    if (text[end] === '\r' && text[at] === '\n') at += 1
    if (rows.length >= limits.rows) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
    rows.push(row)
    row = []
    column = 0
  }
  return { rows, beyond }
}

/** Where the quote ends that begins before `from`; -1 when it does not. Two quotes are one that does not end it. */
function quoteEnd(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end
}
