/** Exports a whole list as a workbook or CSV, with the rows of the moment when it begins. */
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import { xlsxMime } from '#contract/response-files.ts'
import type { ExportFormat } from '#contract/views.ts'
import { forReading } from '../db/replica.ts'
import type { ListQuery } from '../db/table-store.ts'
import { csvChunks, csvMime } from '../excel/csv.ts'
import { streamWorkbook } from '../excel/stream-workbook.ts'
import { scopeOf } from '../scope.ts'
import { type ExportCell, type ExportColumn, cellsOf, exportColumns } from './export-cells.ts'
import type { Whole } from '../db/read-whole.ts'
import { type Context, on, type Route } from '../http/context.ts'
import { type Asker, jobKind, type JobRun } from '../jobs/kind.ts'
import { startJob } from '../jobs/start.ts'

/** The body of the call as it was; the contract has let it pass. */
interface ExportOrder {
  format: ExportFormat
  filter?: ListQuery | undefined
  sort?: string | undefined
  columns?: { key: string; title: string }[] | undefined
  locale?: string | undefined
}

const ExportPayload = z.strictObject({ path: z.string(), order: z.custom<ExportOrder>() })

/** A list that becomes a file. */
export interface ExportedList {
  /** Its name in locale keys, in the file and on the trail. */
  path: string
  /** Its area on the trail, where that is not its path. */
  area?: string
  /** The trail's word for its rows. */
  table: string
  /** A row of the file, unless the call chooses its columns. */
  row: ObjectSchema
  export: Endpoint
  /** Filter words that identify a person. The trail never forgets, so it keeps their names without their values. */
  personal?: readonly string[]
  /** The view of phones that the user has; the trail marks a file with full numbers. */
  phones?: (asker: Asker) => 'FULL' | 'MASKED'
  /** Whether the rows belong to surveys, or to nothing that could be taken away. */
  belongsTo: 'SURVEYS' | 'NOTHING'
  /** All rows that the asker sees, in the order of the query. */
  whole<T>(reader: ExportReader, query: ListQuery, use: (whole: Whole<object>) => Promise<T>): Promise<T>
}

interface ExportReader {
  db: Kysely<unknown>
  actor: Asker
}

/** A route that brings its list along, so that the job finds it among all routes. */
interface ExportRoute extends Route {
  exported: ExportedList
}

/** The call that starts the export of a list. */
export function exportRoute(list: ExportedList): ExportRoute {
  return { ...on(list.export, (context) => startExport(context, list)), exported: list }
}

/** Finds the list of a path that has one. */
export function exportedAmong(routes: readonly Route[]): (path: string) => ExportedList {
  const lists = routes.filter((route): route is ExportRoute => 'exported' in route).map(({ exported }) => exported)
  const byPath = new Map(lists.map((list) => [list.path, list]))
  return (path) => {
    const list = byPath.get(path)
    if (!list) throw new Error(`There is no export of ${path}`)
    return list
  }
}

/** The whole list as a file, made by a job that belongs to the caller. */
async function startExport(context: Context<Endpoint>, list: ExportedList): Promise<{ jobId: number }> {
  const { path, area = path, table } = list
  const order = context.body as ExportOrder
  const kind = exportRecords(() => list)
  const jobId = await startJob(context, kind, { path, order }, { subject: path })
  const { format, filter, sort } = order
  const after = { format, filter: onTrail(filter, list), sort, jobId, phones: list.phones?.(context.actor) }
  context.audit({ action: `${area}.export`, subjectType: table, after })
  return { jobId }
}

function onTrail(filter: object | undefined, { personal = [] }: ExportedList): object | undefined {
  return (
    filter && Object.fromEntries(Object.entries(filter).map(([key, word]) => [key, personal.includes(key) || word]))
  )
}

/** `listOf` finds the list of a path. */
export function exportRecords(listOf: (path: string) => ExportedList) {
  return jobKind({
    name: 'records.export',
    payload: ExportPayload,
    access: ({ path }) => listOf(path).export.access,
    run: (job, { path, order }) => {
      const list = listOf(path)
      // An earlier version of the program may have stored it: only fields that the call takes today are read.
      return writeExport(job, list, list.export.body.parse(order) as ExportOrder)
    },
  })
}

const files = {
  XLSX: { ending: 'xlsx', mime: xlsxMime },
  CSV: { ending: 'csv', mime: csvMime },
} as const

async function writeExport(job: JobRun, list: ExportedList, order: ExportOrder): Promise<void> {
  const { path, row, belongsTo } = list
  const { format, filter, sort, locale = 'en' } = order
  const columns = exportColumns(path, row, order)
  const { ending, mime } = files[format]
  // Reads the scope before the rows, so a right that ends in between ends for this file too.
  const surveys = belongsTo === 'SURVEYS' ? await scopeOf(job.db, job.actor) : undefined
  const file = await job.file({ name: `${path}.${ending}`, mime, surveys })
  await forReading(job.services.database, (db) =>
    list.whole({ db, actor: job.actor }, { ...filter, sort }, async ({ total, batches }) => {
      const rows = counted(batches, (done) => job.progress(done, total))
      for await (const bytes of fileOf(format, path, { columns, rows: cellRows(rows, columns, locale) }))
        await file.write(bytes)
    }),
  )
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

/** The same batches; `note` gets the number of rows that the reader has finished. */
export async function* counted<Row>(
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
