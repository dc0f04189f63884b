/** The bytes of a file of answers. */
import { tmpdir } from 'node:os'
import type { DownloadOrder } from '#contract/downloads.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { AppError } from '../../errors.ts'
import { type ByteOrderMark, csvChunks, csvMime } from '../../excel/csv.ts'
import { type CellFormat, mostColumns, streamTables } from '../../excel/stream-workbook.ts'
import { zipChunks } from '../../excel/zip-writer.ts'
import type { AnsweredRow } from './answers-store.ts'
import { codebookOf } from './codebook.ts'
import type { FileColumn } from './download-columns.ts'
import { type FileTable, rowsIn } from './download-tables.ts'
import { placesFile } from './places-file.ts'
import { spssFile } from './spss-file.ts'
import { stataFile } from './stata-file.ts'
import { variablesOf } from './variables.ts'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { folderOf, withEngine } from '../insight/engine.ts'
import { rowsAtOnce, writeParquet } from '../insight/write-parquet.ts'

const codebookSheet = 'codebook'

const mimes = {
  xlsx: xlsxMime,
  csv: csvMime,
  sav: 'application/x-spss-sav',
  dta: 'application/x-stata-dta',
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
}

/** How the file is called and what it is; `title` is fit for file names. Several tables come in an archive. */
export function aboutFile(
  { format = 'xlsx', codebook = 'false' }: DownloadOrder,
  title: string,
  tables = 1,
): { name: string; mime: string } {
  if (format === 'zip') return { name: `${title} files.zip`, mime: 'application/zip' }
  if (format === 'csv' && codebook === 'true') return { name: `${title} codebook.csv`, mime: csvMime }
  // A map and a workbook hold all tables in one file.
  if (format !== 'xlsx' && format !== 'geojson' && tables > 1) return { name: `${title}.zip`, mime: 'application/zip' }
  return { name: `${title}.${format}`, mime: mimes[format] }
}

/** Whether the file holds no answers, only what they mean. */
export function isOnlyCodebook({ format, codebook = 'false' }: DownloadOrder): boolean {
  return format === 'csv' && codebook !== 'false'
}

/** The responses of a table; they are read once for each. */
type RowsOf = (table: FileTable) => AsyncIterable<AnsweredRow[]>

export function answerChunks(
  tables: readonly FileTable[],
  order: DownloadOrder,
  rowsOf: RowsOf,
  dataDir = tmpdir(),
): AsyncIterable<Uint8Array> {
  const { format = 'xlsx' } = order
  if (format === 'geojson') return placesFile(tables, rowsOf)
  if (format === 'csv')
    return oneEach(tables, format, (table) =>
      csvChunks(headingsOf(table.columns, order), cellRows(table, rowsOf(table)), formOf(order)),
    )
  if (format === 'parquet')
    return oneEach(tables, format, (table) => parquetFile(dataDir, table.columns, cellRows(table, rowsOf(table))))
  if (format === 'sav' || format === 'dta')
    return oneEach(tables, format, (table) => {
      const variables = variablesOf(table.columns, order, format)
      const rows = () => rowsIn(table, rowsOf(table))
      return format === 'sav' ? spssFile(variables, rows) : stataFile(variables, rows)
    })
  return workbook(tables, order, rowsOf)
}

/** A file for each table: by itself, or several in an archive. */
function oneEach(
  tables: readonly FileTable[],
  extension: string,
  fileOf: (table: FileTable) => AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const [only, ...others] = tables
  if (only && others.length === 0) return fileOf(only)
  async function* entries() {
    for (const table of tables) yield { name: `${table.name}.${extension}`, chunks: fileOf(table) }
    await Promise.resolve()
  }
  return zipChunks(entries())
}

function workbook(tables: readonly FileTable[], order: DownloadOrder, rowsOf: RowsOf) {
  const widest = Math.max(...tables.map(({ columns }) => columns.length))
  if (widest > mostColumns) throw new AppError('EXPORT_TOO_WIDE', { data: { columns: widest, atMost: mostColumns } })
  const codebook = codebookOf(tables, order.language)
  const answers = tables.map((table) => ({
    name: table.name,
    formats: table.columns.map(({ format }) => format),
    headings: [table.columns.map(({ code, path }) => path ?? code), table.columns.map(({ label }) => label)],
    rows: cellRows(table, rowsOf(table)),
  }))
  const meaning = {
    name: codebookSheet,
    formats: codebook.formats,
    headings: [codebook.headings],
    rows: [codebook.lines],
  }
  return streamTables(order.codebook === 'false' ? answers : [...answers, meaning])
}

export function codebookChunks(tables: readonly FileTable[], order: DownloadOrder): AsyncIterable<Uint8Array> {
  const { headings, lines } = codebookOf(tables, order.language)
  return csvChunks(headings, [lines], formOf(order))
}

/** One line: programs take the second one for a row. Codes name the columns of codes, labels those of labels, paths both. */
function headingsOf(columns: readonly FileColumn[], { values, headings }: DownloadOrder): string[] {
  return columns.map(({ code, path, label }) => path ?? (values === 'codes' || headings === 'paths' ? code : label))
}

function formOf({ bom, guard }: DownloadOrder): { mark: ByteOrderMark; guard: DownloadOrder['guard'] } {
  return { mark: bom === 'false' ? 'NO_BOM' : 'BOM', guard }
}

async function* cellRows(table: FileTable, batches: AsyncIterable<AnsweredRow[]>) {
  for await (const rows of rowsIn(table, batches)) yield rows.map((row) => table.columns.map(({ cell }) => cell(row)))
}

/** Parquet, which programs for data read by columns with their types. */
const types: Partial<Record<CellFormat, string>> = { number: 'double', date: 'date', moment: 'timestamptz' }

/** Columns are called by their codes. An answer that is not of its column's type, as of another version, is left out. */
async function* parquetFile(
  dataDir: string,
  columns: readonly FileColumn[],
  rows: AsyncIterable<(string | number | null)[][]>,
): AsyncGenerator<Uint8Array> {
  const path = join(folderOf(dataDir), `${randomUUID()}.download`)
  const cells = columns.map(({ code, path: name, format }, at) => {
    return sql`try_cast(each[${sql.lit(at + 1)}] as ${sql.raw(types[format] ?? 'text')}) as ${sql.id(name ?? code)}`
  })
  const rowsOf = (json: string) =>
    sql`select ${sql.join(cells)} from (select unnest(from_json(${json}::json, '[["VARCHAR"]]')) as each)`
  const most = rowsAtOnce(columns.length)
  async function* batches() {
    for await (const some of rows)
      for (let at = 0; at < some.length; at += most) {
        const part = some.slice(at, at + most)
        yield { json: JSON.stringify(part), n: part.length }
      }
  }
  try {
    await withEngine(dataDir, (engine) =>
      writeParquet(engine, path, { columns: columns.length, batches: batches(), rowsOf }),
    )
    yield* createReadStream(path)
  } finally {
    await rm(path, { force: true })
  }
}
