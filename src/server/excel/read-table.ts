/**
 * A file of records: one row of headings, then a record per row. Each kind of record declares its columns. The names of
 * headings, the meaning of a blank and the way to report a row are the same for all.
 */
import { readFileSync } from 'node:fs'
import { maxWorkbookRows, type RowProblem } from '#contract/response-files.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Problem } from '#domain/problems.ts'
import { inAllLanguages } from '#words/texts.ts'
import { AppError } from '../errors.ts'
import { runApart } from './apart.ts'
import { type Cell, isBlank } from './cell.ts'
import { type Read, readText } from './cells.ts'
import { ProblemList } from './problem-list.ts'
import { type FirstSheet, readFirstSheet, readNamedSheet } from './read-sheet.ts'
import { foldText } from './words.ts'

interface Column<Name extends string> {
  /** What a cell that is not blank says. */
  read: (cell: Cell) => Read<string | number>
  /** It must stand in the file, and there is something in every row. */
  required?: boolean
  /** It must stand in the file. */
  there?: boolean
  /** Its key in the list, and so in exports, where that is another one. */
  listed?: string
  /** Another column says the same better: where the file has it, this one is not read. */
  unless?: Name
}

type Value = string | number | null

/** The values of a row by column; a column that the file does not have is left out. */
export type TableRow<Name extends string> = { row: number } & Partial<Record<Name, Value>>

export interface Table<Name extends string> {
  /** How the pages call the list: `sites`, whose column `title` is the message `sites.field.title`. */
  list: string
  /** What the template calls its sheet: it is read where the first sheet is another one. */
  sheet?: string
  columns: Readonly<Record<Name, Column<Name>>>
  /** A family of columns in any number: the name for a heading, folded. They are read as the column of this name. */
  family?: { of: NoInfer<Name>; nameOf: (heading: string) => Name | undefined }
  /** Keys of further columns of exports, which an import does not look at. */
  ignored: readonly string[]
  /** The column that tells records apart, and what a second row of the same record is. */
  key: Name
  repeated: 'CODE_REPEATED' | 'PHONE_REPEATED'
  /** The problems between columns, without columns that are already wrong. */
  checkRow?: (row: TableRow<Name>, broken: ReadonlySet<Name>) => (readonly [Name, Problem])[]
}

type Places<Name extends string> = Partial<Record<Name, number>>

interface TableRead<Name extends string> {
  rows: TableRow<Name>[]
  /** Rows with something in them, good or bad. */
  count: number
  /** Rows with a problem. */
  bad: number[]
  problems: ProblemList
  /** Columns by name, counted from 0. */
  columns: Places<Name>
}

function readTable<Name extends string>({ rows: sheet, beyond }: FirstSheet, table: Table<Name>) {
  const problems = new ProblemList()
  const headings = sheet[0] ?? []
  const columns = readHeadings(headings, table, problems)
  const headingBeyond = beyond.get(0)
  if (headingBeyond !== undefined)
    problems.add({ row: 1, column: headingBeyond, code: '' }, { code: 'TOO_MANY_COLUMNS', limit: limits.columns })
  const read: TableRead<Name> = { rows: [], count: 0, bad: [], problems, columns }
  const placed = Object.entries(columns) as [Name, number][]
  const rowOfKey = new Map<string, number>()
  for (const [index, cells] of sheet.entries()) {
    // Where the heading itself is too far out, the problem is reported at the heading.
    const outside = headingBeyond === undefined ? (beyond.get(index) ?? -1) : -1
    if (index === 0 || (outside < 0 && cells.every(isBlank))) continue
    const row = { row: index + 1 } as TableRow<Name>
    const found = [...readRow(row, cells, placed, table), ...repetition(row, table, rowOfKey)]
    for (const [name, problem] of found) problems.add({ row: row.row, column: columns[name] ?? 0, code: name }, problem)
    // A comma without quotes moves the cells after it, so the reader cannot tell their columns.
    const inside = cells.findIndex((cell, column) => !isBlank(cell) && isBlank(headings[column]))
    const loose = inside < 0 ? outside : inside
    if (loose >= 0) problems.add({ row: row.row, column: loose, code: '' }, { code: 'NO_HEADING' })
    if (found.length > 0 || loose >= 0) read.bad.push(row.row)
    read.count += 1
    read.rows.push(row)
  }
  return read
}

type CellProblems<Name extends string> = (readonly [Name, Problem])[]

function readRow<Name extends string>(
  row: TableRow<Name>,
  cells: readonly Cell[],
  placed: readonly [Name, number][],
  { columns, family, checkRow }: Table<Name>,
): CellProblems<Name> {
  const values: Partial<Record<Name, Value>> = row
  const found: (readonly [Name, Problem])[] = []
  for (const [name, column] of placed) {
    const cell = cells[column] ?? null
    const own = columns[name] as Column<Name> | undefined
    values[name] = null
    if (isBlank(cell)) {
      if (own?.required) found.push([name, { code: 'REQUIRED' }])
      continue
    }
    const read = (own ?? columns[family?.of ?? name]).read(cell)
    if (read.problem) found.push([name, read.problem])
    else values[name] = read.value
  }
  if (checkRow) found.push(...checkRow(row, new Set(found.map(([name]) => name))))
  return found
}

function repetition<Name extends string>(
  row: TableRow<Name>,
  { key, repeated }: Table<Name>,
  rowOfKey: Map<string, number>,
): CellProblems<Name> {
  const value: Value | undefined = row[key]
  if (typeof value !== 'string') return []
  const otherRow = rowOfKey.get(value.toLowerCase())
  if (otherRow !== undefined) return [[key, { code: repeated, otherRow }]]
  rowOfKey.set(value.toLowerCase(), row.row)
  return []
}

/**
 * The place of each column, counted from 0. A column is found by its key, by the key of the list, or by its name on the
 * pages.
 */
function readHeadings<Name extends string>(
  cells: readonly Cell[],
  table: Table<Name>,
  problems: ProblemList,
): Places<Name> {
  const meanings = headingMeanings(table)
  const places: Places<Name> = {}
  for (const [column, cell] of cells.entries()) {
    if (isBlank(cell)) continue
    const text = readText(cell).value ?? ''
    const name = meanings.get(foldText(text)) ?? table.family?.nameOf(foldText(text))
    const place = { row: 1, column, code: text.slice(0, 50) }
    if (name === undefined) problems.add(place, { code: 'UNKNOWN_COLUMN' })
    else if (name !== 'IGNORED' && places[name] !== undefined) problems.add(place, { code: 'DUPLICATE_COLUMN' })
    else if (name !== 'IGNORED') places[name] = column
  }
  for (const [name, { required, there, unless }] of Object.entries(table.columns) as [Name, Column<Name>][]) {
    if ((required || there) && places[name] === undefined)
      problems.add({ row: 1, column: 0, code: name }, { code: 'MISSING_COLUMN' })
    if (unless !== undefined && places[unless] !== undefined) delete places[name]
  }
  return places
}

/** Every heading with a meaning, folded. Pages may use one heading for a number and its name: it means the name. */
function headingMeanings<Name extends string>({ list, columns, ignored }: Table<Name>) {
  const meanings = new Map<string, Name | 'IGNORED'>()
  const say = (name: Name | 'IGNORED', words: readonly string[]) => {
    for (const word of words.map(foldText)) {
      const other = meanings.get(word) ?? 'IGNORED'
      if (other !== 'IGNORED' && other !== name) throw new Error(`"${word}" is called both ${other} and ${name}`)
      meanings.set(word, name)
    }
  }
  for (const key of ignored) say('IGNORED', [key, ...Object.values(inAllLanguages(`${list}.field.${key}`))])
  for (const [name, { listed = name }] of Object.entries(columns) as [Name, Column<Name>][])
    say(name, [name, inCamelCase(name), listed, ...Object.values(inAllLanguages(`${list}.field.${listed}`))])
  return meanings
}

/** `phone_number` → `phoneNumber`, as calls name it. */
function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** What the child hands over: all the work that needs no database. */
export interface TableRows<Name extends string> extends Pick<TableRead<Name>, 'count' | 'bad' | 'columns'> {
  problems: RowProblem[]
  problemCount: number
  /** JSON arrays of some thousand `TableRow`s each, ready for the database. */
  chunks: string[]
}

type Outcome<Name extends string> = TableRows<Name> | { refusal: ErrorCode; row?: number }

export type TableName =
  | 'manual'
  | 'options'
  | 'paidBefore'
  | 'participants'
  | 'selection'
  | 'sites'
  | 'translations'
  | 'units'

export interface TableJob {
  table: TableName
  path: string
  /** The country of numbers without a country code. */
  country: string | undefined
}

const limits = { rows: maxWorkbookRows + 1, columns: 50 }

/** In the child: reads the file. */
export async function readTableFile<Name extends string>(path: string, table: Table<Name>): Promise<Outcome<Name>> {
  const bytes = readFileSync(path)
  const sheet = await readFirstSheet(bytes, limits)
  if ('refusal' in sheet) return sheet
  let found = readTable(sheet, table)
  if (table.sheet !== undefined && isAnotherTable(found, table)) {
    const named = await readNamedSheet(bytes, table.sheet, limits)
    if (named) found = readTable(named, table)
  }
  const { rows, problems, ...read } = found
  if (read.count === 0) return { refusal: 'WORKBOOK_EMPTY' }
  return { ...read, problems: problems.list(), problemCount: problems.count, chunks: chunksOf(rows) }
}

/** None of the columns that it needs are there. */
function isAnotherTable<Name extends string>({ columns }: TableRead<Name>, table: Table<Name>): boolean {
  const needed = (Object.entries(table.columns) as [Name, Column<Name>][]).filter(([, { required }]) => required)
  return needed.every(([name]) => columns[name] === undefined)
}

const rowsPerChunk = 5000

/** JSON arrays of some thousand rows each. */
function chunksOf(rows: readonly object[]): string[] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, index) =>
    JSON.stringify(rows.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk)),
  )
}

/** The same bytes, of rows that come one by one and are forgotten. */
export class ChunkWriter {
  #rows: object[] = []
  readonly #chunks: Uint8Array[] = []

  add(row: object): void {
    this.#rows.push(row)
    if (this.#rows.length === rowsPerChunk) this.#write()
  }

  end(): Uint8Array[] {
    if (this.#rows.length > 0) this.#write()
    return this.#chunks
  }

  #write(): void {
    this.#chunks.push(Buffer.from(JSON.stringify(this.#rows)))
    this.#rows = []
  }
}

const child = new URL('../tables.ts', import.meta.url)

/** Has the file read in a child process. */
export async function readTableApart<Name extends string>(
  table: TableName,
  file: { path: string } | undefined,
  country: string | undefined,
): Promise<TableRows<Name>> {
  if (!file) throw new AppError('FILE_MISSING')
  const job: TableJob = { table, path: file.path, country }
  const read = await runApart<Outcome<Name>>(child, job)
  if ('refusal' in read) throw new AppError(read.refusal, read.row === undefined ? {} : { data: { row: read.row } })
  return read
}
