/** The bytes of a file of answers. */
import type { DownloadOrder } from '#contract/downloads.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { AppError } from '../../errors.ts'
import { type ByteOrderMark, csvChunks, csvMime } from '../../excel/csv.ts'
import { mostColumns, streamTables } from '../../excel/stream-workbook.ts'
import { zipChunks } from '../../excel/zip-writer.ts'
import type { AnsweredRow } from './answers-store.ts'
import { codebookOf } from './codebook.ts'
import type { FileColumn } from './download-columns.ts'
import type { FileTable } from './download-tables.ts'

const codebookSheet = 'codebook'

/** How the file is called and what it is; `title` is fit for file names. Several tables of CSV come in an archive. */
export function aboutFile(
  { format, codebook = 'false' }: DownloadOrder,
  title: string,
  tables = 1,
): { name: string; mime: string } {
  if (format === 'zip') return { name: `${title} files.zip`, mime: 'application/zip' }
  if (format !== 'csv') return { name: `${title}.xlsx`, mime: xlsxMime }
  if (codebook === 'sps' || codebook === 'do')
    return { name: `${title}.${codebook}`, mime: 'text/plain; charset=utf-8' }
  if (codebook === 'true') return { name: `${title} codebook.csv`, mime: csvMime }
  return tables > 1 ? { name: `${title}.zip`, mime: 'application/zip' } : { name: `${title}.csv`, mime: csvMime }
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
): AsyncIterable<Uint8Array> {
  return order.format === 'csv' ? csvFiles(tables, order, rowsOf) : workbook(tables, order, rowsOf)
}

function csvFiles(tables: readonly FileTable[], order: DownloadOrder, rowsOf: RowsOf) {
  const csvOf = (table: FileTable) =>
    csvChunks(headingsOf(table.columns, order), cellRows(table, rowsOf(table)), markOf(order))
  const [only, ...others] = tables
  if (only && others.length === 0) return csvOf(only)
  async function* entries() {
    for (const table of tables) yield { name: `${table.name}.csv`, chunks: csvOf(table) }
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
    headings: [table.columns.map(({ code }) => code), table.columns.map(({ label }) => label)],
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
  return csvChunks(headings, [lines], markOf(order))
}

/** One line: programs take the second one for a row. Codes name the columns of codes, labels those of labels. */
function headingsOf(columns: readonly FileColumn[], { values }: DownloadOrder): string[] {
  return columns.map(({ code, label }) => (values === 'codes' ? code : label))
}

function markOf({ bom }: DownloadOrder): ByteOrderMark {
  return bom === 'false' ? 'NO_BOM' : 'BOM'
}

async function* cellRows({ columns, rowsOf }: FileTable, batches: AsyncIterable<AnsweredRow[]>) {
  for await (const responses of batches)
    yield responses.flatMap((response) => rowsOf(response).map((row) => columns.map(({ cell }) => cell(row))))
}
