/**
 * Reads tables of every kind: .xlsx, .xls, .ods, CSV, and several CSVs in an archive. This file and `write-workbook.ts` are all of
 * the house that knows the library for .xlsx and .ods.
 */
import { readOds } from 'hucre/ods'
import { readXlsx, streamXlsxRows, type Cell as FoundCell, type CellValue, type Sheet } from 'hucre/xlsx'
import { type Cell, columnName, isBlank } from './cell.ts'
import { readCsv } from './csv.ts'
import { isOldWorkbook, readOldWorkbook } from './read-old-workbook.ts'
import { inspectSheets } from './sheet-guard.ts'
import { chosenSheets, type ReadLimits, type WantedSheets, wantedName, type WorkbookResult } from './workbook.ts'
import { inspectZip, unpack, type ZipEntry } from './zip-guard.ts'

/** Rows that go beyond the limit by more than these are not counted any further. */
const rowMargin = 1000

const megabyte = 1024 * 1024
/** The content of real workbooks grows about tenfold. */
const zipLimits = { entries: 500, unpackedBytes: 200 * megabyte, growth: 50, freeBytes: 4 * megabyte }
/** A cell with a text takes six, so these are some two million cells. */
const mostTags = 15_000_000

/** The wanted sheets of a file, or why it cannot be read. A CSV is one sheet without a name. */
export async function readWorkbook(bytes: Buffer, sheets: WantedSheets, limits: ReadLimits): Promise<WorkbookResult> {
  if (isOldWorkbook(bytes)) return readOldWorkbook(bytes, sheets, limits)
  if (isCsv(bytes)) return readCsvSheet('', bytes, limits)
  const found = inspectZip(bytes, zipLimits)
  if (found === 'NOT_A_ZIP') return { refusal: 'FILE_TYPE' }
  if (found === 'BROKEN') return { refusal: 'FILE_BROKEN' }
  if (found === 'TOO_LARGE') return { refusal: 'FILE_UNPACKED_TOO_LARGE' }
  const tables = found.filter(({ name }) => /\.csv$/i.test(name))
  if (tables.length > 0) return readCsvFiles(tables, limits)
  const { refusal, isPlain } = await inspectSheets(found, { rows: limits.rows + rowMargin, tags: mostTags })
  if (refusal) return { refusal }
  if (found.some(({ name }) => name === 'content.xml')) return readOdsSheets(bytes, sheets, limits)
  return isPlain && sheets === 'FIRST' ? parsePlain(bytes, limits) : parse(bytes, sheets, limits)
}

/** By how it begins: neither an archive nor an old workbook. */
export function isCsv(bytes: Buffer): boolean {
  return !bytes.subarray(0, 2).equals(Buffer.from('PK')) && !isOldWorkbook(bytes)
}

function readCsvSheet(name: string, bytes: Buffer, limits: ReadLimits): WorkbookResult {
  const read = readCsv(bytes, limits)
  if ('refusal' in read) return read
  return { workbook: { sheets: new Map([[name, read.rows]]), others: [], names: new Map(), beyond: read.beyond } }
}

/** A sheet each, by the names of the files; the shortest name comes first, as those of further tables add to it. */
function readCsvFiles(entries: readonly ZipEntry[], limits: ReadLimits): WorkbookResult {
  const sheets = new Map<string, readonly (readonly Cell[])[]>()
  for (const entry of entries.toSorted((one, other) => one.name.length - other.name.length)) {
    const bytes = unpack(entry)
    if (!bytes) return { refusal: 'FILE_BROKEN' }
    const name = entry.name.replace(/^.*\//, '').replace(/\.csv$/i, '')
    const read = readCsvSheet(name, bytes, limits)
    if ('refusal' in read) return read
    for (const [sheet, rows] of read.workbook.sheets) sheets.set(sheet, rows)
  }
  return { workbook: { sheets, others: [], names: new Map(), beyond: new Map() } }
}

/** The library bounds what cells and rows say of how often they repeat. */
async function readOdsSheets(bytes: Buffer, sheets: WantedSheets, limits: ReadLimits): Promise<WorkbookResult> {
  try {
    const found = await readOds(bytes)
    const { wanted, others } = chosenSheets(
      found.sheets.map(({ name }) => name),
      sheets,
    )
    const rows = new Map(
      wanted.flatMap(({ at, as }) => {
        const sheet = found.sheets[at]
        return sheet ? [[as, rowsOf(sheet)]] : []
      }),
    )
    if ([...rows.values()].some((list) => list.length > limits.rows)) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
    const beyond = new Map<number, number>()
    if (sheets === 'FIRST')
      for (const list of rows.values()) list.forEach((row, index) => notePlace(beyond, index, row, limits.columns))
    for (const list of rows.values())
      for (const row of list) {
        row.length = Math.min(row.length, limits.columns)
        row.forEach((cell, index) => (row[index] = odsTime(cell)))
      }
    return { workbook: { sheets: rows, others, names: new Map(), beyond } }
  } catch {
    return { refusal: 'FILE_BROKEN' }
  }
}

/** A time of the day, `PT08H30M00S`, as the part of a day that it is in Excel. */
function odsTime(cell: Cell): Cell {
  const [, hours, minutes, seconds] = (typeof cell === 'string' && /^PT(\d{2})H(\d{2})M(\d{2})S$/.exec(cell)) || []
  return hours === undefined ? cell : (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400
}

async function parse(bytes: Buffer, sheets: WantedSheets, limits: ReadLimits): Promise<WorkbookResult> {
  try {
    const outside =
      sheets === 'FIRST' ? await lookOutside(bytes, limits) : { hasRows: false, beyond: new Map<number, number>() }
    if (outside.hasRows) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
    const range = `A1:${columnName(limits.columns - 1)}${limits.rows + rowMargin}`
    const others: string[] = []
    const isWanted = ({ name }: { name: string }) => {
      const isNamed = wantedName(name, sheets) !== undefined
      if (!isNamed) others.push(name)
      return isNamed
    }
    const wanted = sheets === 'FIRST' ? [0] : isWanted
    const found = await readXlsx(bytes, { sheets: wanted, range })
    const rows = new Map(found.sheets.map((sheet) => [wantedName(sheet.name, sheets) ?? sheet.name, rowsOf(sheet)]))
    // All cells of a row may be outside.
    for (const row of outside.beyond.keys()) for (const list of rows.values()) while (list.length <= row) list.push([])
    if ([...rows.values()].some((list) => list.length > limits.rows)) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
    const names = new Map((found.namedRanges ?? []).map(({ name, range }) => [name, range]))
    return { workbook: { sheets: rows, others, names, beyond: outside.beyond } }
  } catch {
    return { refusal: isWorkbook(bytes) ? 'FILE_BROKEN' : 'FILE_TYPE' }
  }
}

/** What the library leaves out of a range it does not name, and without one it makes every row as wide as the widest. */
async function lookOutside(bytes: Buffer, limits: ReadLimits) {
  const beyond = new Map<number, number>()
  let hasRows = false
  for await (const { index, values } of streamXlsxRows(bytes)) {
    hasRows ||= index >= limits.rows && values.some((value) => value !== null)
    notePlace(beyond, index, values, limits.columns)
  }
  return { hasRows, beyond }
}

function notePlace(beyond: Map<number, number>, row: number, values: readonly Cell[], columns: number): void {
  if (values.length <= columns) return
  const place = values.findIndex((value, column) => column >= columns && !isBlank(value))
  if (place >= 0) beyond.set(row, place)
}

/** The first sheet, row by row in half the memory. The library does not tell formulas from values there. */
async function parsePlain(bytes: Buffer, limits: ReadLimits): Promise<WorkbookResult> {
  const rows: Cell[][] = []
  const beyond = new Map<number, number>()
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      if (values.every((value) => value === null)) continue
      if (index >= limits.rows) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
      while (rows.length < index) rows.push([])
      rows[index] = values.length > limits.columns ? values.slice(0, limits.columns) : values
      notePlace(beyond, index, values, limits.columns)
    }
  } catch {
    return { refusal: isWorkbook(bytes) ? 'FILE_BROKEN' : 'FILE_TYPE' }
  }
  return { workbook: { sheets: new Map([['', rows]]), others: [], names: new Map(), beyond } }
}

/** Names of entries are not packed: a ZIP without this one is some other kind of file. */
function isWorkbook(bytes: Buffer): boolean {
  return bytes.includes('xl/workbook.xml')
}

/** Rows with every value in them, the last ones with something in them. */
function rowsOf({ rows, cells }: Sheet): Cell[][] {
  const values: Cell[][] = rows.map((row) => row.map(plain))
  for (const [place, cell] of cells ?? []) {
    const [row = 0, column = 0] = place.split(',').map(Number)
    const special = specialCell(cell)
    if (special && values[row]) values[row][column] = special
  }
  return values.slice(0, values.findLastIndex((row) => row.some((cell) => cell !== null)) + 1)
}

function plain(value: CellValue | undefined): Cell {
  return value ?? null
}

function specialCell(cell: FoundCell): Cell | undefined {
  if (cell.formula !== undefined || cell.type === 'formula') return formulaCell(cell)
  return cell.type === 'error' ? { kind: 'error' } : undefined
}

function formulaCell({ value, formulaResult = value }: FoundCell): Cell {
  const last = plain(formulaResult)
  return last === null || (typeof last === 'object' && !(last instanceof Date))
    ? { kind: 'formula' }
    : { kind: 'formula', last }
}
