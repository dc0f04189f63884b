/** The first sheet of an uploaded table, whether it is Excel or CSV, and the columns that its first row names. */
import type { ErrorCode } from '#domain/errors.ts'
import { fault } from '#domain/faults.ts'
import type { ProblemList } from './problem-list.ts'
import { type Cell, isBlank } from './cell.ts'
import { readText } from './cells.ts'
import { readCsv } from './csv.ts'
import { readWorkbook, type ReadLimits } from './read-workbook.ts'

export async function readFirstSheet(
  bytes: Buffer,
  limits: ReadLimits,
): Promise<{ rows: readonly (readonly Cell[])[] } | { refusal: ErrorCode }> {
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) return readCsv(bytes, limits)
  const result = await readWorkbook(bytes, 'FIRST', limits)
  if ('refusal' in result) return result
  const [rows = []] = result.workbook.sheets.values()
  return { rows }
}

interface Columns<Name extends string> {
  known: readonly Name[]
  required: ReadonlySet<Name>
  /** What may stand there and is not looked at. */
  ignored: readonly string[]
  /** Further words for known columns. */
  aliases?: Readonly<Record<string, Name>>
}

/** Where each known column stands, counted from 0; upper and lower case are the same name. */
export function readHeader<Name extends string>(
  cells: readonly Cell[],
  { known, required, ignored, aliases = {} }: Columns<Name>,
  problems: ProblemList,
): Partial<Record<Name, number>> {
  const columns: Partial<Record<Name, number>> = {}
  // A heading may read `constructor`, which every object has.
  const aliasOf = new Map(Object.entries<Name>(aliases))
  for (const [column, cell] of cells.entries()) {
    if (isBlank(cell)) continue
    const text = readText(cell).value ?? ''
    const name = aliasOf.get(text) ?? known.find((each) => each.toLowerCase() === text.toLowerCase())
    const place = { row: 1, column, code: text.slice(0, 50) }
    if (name && columns[name] === undefined) columns[name] = column
    else if (name) problems.add(place, fault('DUPLICATE_COLUMN'))
    else if (!ignored.includes(text)) problems.add(place, fault('UNKNOWN_COLUMN'))
  }
  for (const name of required)
    if (columns[name] === undefined) problems.add({ row: 1, column: 0, code: name }, fault('MISSING_COLUMN'))
  return columns
}

const rowsPerChunk = 5000

/** JSON arrays of some thousand rows each, ready for the database. */
export function chunksOf(rows: readonly object[]): string[] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, index) =>
    JSON.stringify(rows.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk)),
  )
}
