/** The bytes of a file of answers. */
import type { DownloadOrder } from '#contract/downloads.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { AppError } from '../errors.ts'
import { type ByteOrderMark, csvChunks, csvMime } from '../excel/csv.ts'
import { mostColumns, streamTables } from '../excel/stream-workbook.ts'
import type { AnsweredRow } from './answers-store.ts'
import { codebookOf } from './codebook.ts'
import type { FileColumn } from './download-columns.ts'
import { sheetNames } from './template.ts'

const codebookSheet = 'codebook'

/** How the file is called and what it is; `title` is fit for file names. */
export function aboutFile({ format, codebook }: DownloadOrder, title: string): { name: string; mime: string } {
  if (format === 'zip') return { name: `${title} files.zip`, mime: 'application/zip' }
  if (format !== 'csv') return { name: `${title}.xlsx`, mime: xlsxMime }
  if (codebook === 'sps' || codebook === 'do')
    return { name: `${title}.${codebook}`, mime: 'text/plain; charset=utf-8' }
  return { name: codebook === 'true' ? `${title} codebook.csv` : `${title}.csv`, mime: csvMime }
}

/** Whether the file holds no answers, only what they mean. */
export function isOnlyCodebook({ format, codebook = 'false' }: DownloadOrder): boolean {
  return format === 'csv' && codebook !== 'false'
}

export function answerChunks(
  columns: readonly FileColumn[],
  order: DownloadOrder,
  batches: AsyncIterable<AnsweredRow[]>,
): AsyncIterable<Uint8Array> {
  const rows = cellRows(columns, batches)
  if (order.format === 'csv') return csvChunks(headingsOf(columns, order), rows, markOf(order))
  if (columns.length > mostColumns)
    throw new AppError('EXPORT_TOO_WIDE', { data: { columns: columns.length, atMost: mostColumns } })
  const codebook = codebookOf(columns, order.language)
  const answers = {
    name: sheetNames.responses,
    formats: columns.map(({ format }) => format),
    headings: [columns.map(({ code }) => code), columns.map(({ label }) => label)],
    rows,
  }
  const meaning = {
    name: codebookSheet,
    formats: codebook.formats,
    headings: [codebook.headings],
    rows: [codebook.lines],
  }
  return streamTables(order.codebook === 'false' ? [answers] : [answers, meaning])
}

export function codebookChunks(columns: readonly FileColumn[], order: DownloadOrder): AsyncIterable<Uint8Array> {
  const { headings, lines } = codebookOf(columns, order.language)
  return csvChunks(headings, [lines], markOf(order))
}

/** One line: programs take the second one for a row. Codes name the columns of codes, labels those of labels. */
function headingsOf(columns: readonly FileColumn[], { values }: DownloadOrder): string[] {
  return columns.map(({ code, label }) => (values === 'codes' ? code : label))
}

export function markOf({ bom }: DownloadOrder): ByteOrderMark {
  return bom === 'false' ? 'NO_BOM' : 'BOM'
}

async function* cellRows(columns: readonly FileColumn[], batches: AsyncIterable<AnsweredRow[]>) {
  for await (const rows of batches) yield rows.map((row) => columns.map(({ cell }) => cell(row)))
}
