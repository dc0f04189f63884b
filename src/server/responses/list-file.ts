/** The columns of the list of responses as a file, without any answers. */
import type { DownloadOrder } from '#contract/downloads.ts'
import { responseList, type ResponseRow } from '#contract/responses.ts'
import { wordIn } from '#words/texts.ts'
import { csvChunks } from '../excel/csv.ts'
import { streamWorkbook } from '../excel/stream-workbook.ts'
import { cellsOf, exportColumns } from '../records/export-cells.ts'
import { markOf } from './download-file.ts'

export function listChunks(order: DownloadOrder, batches: AsyncIterable<ResponseRow[]>): AsyncIterable<Uint8Array> {
  const { values, language: locale = 'en' } = order
  const { path, file, columns: keys } = responseList
  const titleOf = (key: string) => wordIn(locale, `${path}.field.${key}`) ?? wordIn('en', `${path}.field.${key}`) ?? key
  const labelled = { locale, columns: keys.map((key) => ({ key, title: titleOf(key) })) }
  const columns = exportColumns(path, file, values === 'codes' ? {} : labelled)
  async function* rows() {
    for await (const batch of batches) yield batch.map((row) => cellsOf(row, columns, locale))
  }
  const titles = columns.map(({ title }) => title)
  return order.format === 'csv' ? csvChunks(titles, rows(), markOf(order)) : streamWorkbook(path, columns, rows())
}
