/** Reads and writes CSV. Cells are texts, whatever they look like, and none of them becomes a formula in a spreadsheet. */
import { isUtf8 } from 'node:buffer'
import type { ErrorCode } from '#domain/errors.ts'
import { type CsvRead, parseCsv } from '#domain/text/csv-rows.ts'
import { guarded } from '#domain/text/formula-guard.ts'
import type { ReadLimits } from './workbook.ts'

/** A file in UTF-8, UTF-16 with its mark, or the letters of Western Europe. The delimiter is found out: comma, semicolon, tab. */
export function readCsv(bytes: Buffer, limits: ReadLimits): CsvRead {
  const text = textOf(bytes)
  return typeof text === 'string' ? parseCsv(text, limits) : text
}

/** Without knowing its encoding, which some programs do not name. */
export function textOf(bytes: Buffer): string | { refusal: ErrorCode } {
  const utf16 = utf16Of(bytes)
  if (utf16) return utf16.decode(bytes)
  if (bytes.includes(0)) return { refusal: 'FILE_TYPE' }
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes)
  return isWestern(bytes) ? new TextDecoder('windows-1252').decode(bytes) : { refusal: 'FILE_NOT_UTF8' }
}

/** By its first two bytes; Excel saves "Unicode text" like this. */
function utf16Of([first, second]: Buffer): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined
}

/** In Western words letters with an accent are few in a row; Chinese ones are pairs of such bytes, mostly several. */
function isWestern(bytes: Buffer): boolean {
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  return runs.every((run) => run.length < 4) && runs.some((run) => run.length % 2 === 1 || run >= '\xe0')
}

type CsvCell = string | number | null

/**
 * One line. A text that a spreadsheet would take for a formula gets an apostrophe (`domain/text/formula-guard.ts`),
 * which `readCsv` takes off again.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return lineOf(cells, guarded)
}

function lineOf(cells: readonly CsvCell[], written: (text: string) => string, delimiter = ','): string {
  const texts = cells.map((cell) => (typeof cell === 'number' ? numberText(cell) : quoted(written(cell ?? ''))))
  return `${texts.join(delimiter)}\r\n`
}

/** For programs of others: no mark, and texts as they come. */
export function delimited(rows: readonly (readonly CsvCell[])[], delimiter: string): string {
  return rows.map((row) => lineOf(row, String, delimiter)).join('')
}

/** As `String` would have it, which keeps the texts of the last thousands of numbers: in a long file that is its memory. */
export function numberText(value: number): string {
  // Columns of options hold nothing else, a hundred in a row.
  return value === 0 ? '0' : value === 1 ? '1' : JSON.stringify(value)
}

function quoted(text: string): string {
  return /[",;|\t\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Off for programs that join by the values: what a spreadsheet would take for a formula stays as it is. */
export type FormulaGuard = 'on' | 'off'

export const csvMime = 'text/csv; charset=utf-8'

/** Excel takes a CSV for UTF-8 only when it begins with the mark; some other programs take the mark for a letter. */
export type ByteOrderMark = 'BOM' | 'NO_BOM'

/** A whole file under one row of headings. Each chunk has the lines of one batch of rows. */
export async function* csvChunks(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]> | Iterable<readonly (readonly CsvCell[])[]>,
  { mark = 'BOM', guard = 'on' }: { mark?: ByteOrderMark; guard?: FormulaGuard | undefined } = {},
): AsyncGenerator<Uint8Array> {
  const line = (cells: readonly CsvCell[]) => (guard === 'on' ? csvLine(cells) : lineOf(cells, String))
  yield Buffer.from((mark === 'BOM' ? '\uFEFF' : '') + line(headings))
  for await (const rows of batches) yield Buffer.from(rows.map(line).join(''))
}
