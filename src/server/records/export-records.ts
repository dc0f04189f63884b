/** The export of a whole list, as a workbook or as CSV: as many rows as there are when it begins. */
import * as z from 'zod/mini'
import { xlsxMime } from '#contract/response-files.ts'
import type { ExportFormat } from '#contract/views.ts'
import type { ListQuery } from './table-store.ts'
import { csvChunks, csvMime } from '../excel/csv.ts'
import { streamWorkbook } from '../excel/stream-workbook.ts'
import type { RecordSet } from './record-set.ts'
import { scopeOf } from '../scope.ts'
import { type ExportCell, type ExportColumn, cellsOf, exportColumns } from './export-cells.ts'
import { jobKind, type JobRun } from '../jobs/kind.ts'

/** The body of the call as it was; the contract has let it pass. */
export interface ExportOrder {
  format: ExportFormat
  filter?: ListQuery | undefined
  sort?: string | undefined
  columns?: { key: string; title: string }[] | undefined
  locale?: string | undefined
}

const ExportPayload = z.strictObject({ path: z.string(), order: z.custom<ExportOrder>() })

/** `recordsOf` finds the resource of a path. */
export function exportRecords(recordsOf: (path: string) => RecordSet) {
  return jobKind({
    name: 'records.export',
    payload: ExportPayload,
    access: ({ path }) => recordsOf(path).resource.read,
    run: (job, { path, order }) => {
      const records = recordsOf(path)
      // An earlier version of the program may have stored it: only fields that the call takes today are read.
      return writeExport(job, records, records.resource.export.body.parse(order) as ExportOrder)
    },
  })
}

const files = {
  XLSX: { ending: 'xlsx', mime: xlsxMime },
  CSV: { ending: 'csv', mime: csvMime },
} as const

async function writeExport(job: JobRun, { resource, store, scope }: RecordSet, order: ExportOrder): Promise<void> {
  const { format, filter, sort, locale = 'en' } = order
  const columns = exportColumns(resource.path, resource.row, order)
  const { ending, mime } = files[format]
  // Before the rows: what is taken away in between is taken away then.
  const surveys = scope && (await scopeOf(job.db, job.actor))
  const file = await job.file({ name: `${resource.path}.${ending}`, mime, surveys })
  const query = { ...filter, sort }
  const seen = await scope?.(job.db, job.actor)
  await store.whole(job.services.database.db, query, {
    scope: seen,
    async use({ total, batches }) {
      const rows = counted(batches, (done) => job.progress(done, total))
      for await (const bytes of fileOf(format, resource.path, { columns, rows: cellRows(rows, columns, locale) }))
        await file.write(bytes)
    },
  })
}

interface Table {
  columns: readonly ExportColumn[]
  rows: AsyncIterable<ExportCell[][]>
}

function fileOf(format: ExportFormat, name: string, { columns, rows }: Table): AsyncIterable<Uint8Array> {
  switch (format) {
    case 'XLSX':
      return streamWorkbook(name, columns, rows)
    case 'CSV':
      return csvChunks(
        columns.map(({ title }) => title),
        rows,
      )
  }
}

async function* counted<Row>(
  batches: AsyncIterable<Row[]>,
  note: (done: number) => Promise<void>,
): AsyncGenerator<Row[]> {
  let done = 0
  for await (const rows of batches) {
    yield rows
    done += rows.length
    await note(done)
  }
}

async function* cellRows(
  batches: AsyncIterable<object[]>,
  columns: readonly ExportColumn[],
  locale: string,
): AsyncGenerator<ExportCell[][]> {
  for await (const rows of batches) yield rows.map((row) => cellsOf(row, columns, locale))
}
