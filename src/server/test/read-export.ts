import type { Endpoint } from '#contract/endpoint.ts'
import { files } from '#contract/files.ts'
import type { Job } from '#contract/jobs.ts'
import { readCsv } from '../excel/csv.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { untilState } from '../jobs/test/given-job.ts'
import type { Caller } from './caller.ts'
import type { Staff } from './given.ts'
import type { TestApp } from './with-app.ts'

/** The file of an export that this person asks for; a worker must run (`givenWorker`). */
export async function exportedFile(app: TestApp, person: Staff, call: Endpoint, body: object): Promise<Buffer> {
  const staff = app.as(person)
  const { jobId } = (await staff.call(call, { body })).data as { jobId: number }
  return openFile(staff, (await untilState(app, person, jobId, 'DONE')).file)
}

async function openFile(staff: Caller, file: Job['file']): Promise<Buffer> {
  const { url } = (await staff.call(files.ticket, { params: { id: file?.id ?? 0 } })).data
  return (await staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })).bytes
}

/** What a job's file holds, as texts. */
export async function readExport(staff: Caller, file: Job['file'], format: 'CSV' | 'XLSX'): Promise<string[][]> {
  const bytes = await openFile(staff, file)
  if (format === 'CSV') {
    const read = readCsv(bytes, { rows: 100, columns: 100 })
    if ('refusal' in read) throw new Error(read.refusal)
    return read.rows
  }
  const read = await readWorkbook(bytes, 'FIRST', { rows: 100, columns: 100 })
  if ('refusal' in read) throw new Error(read.refusal)
  return [...read.workbook.sheets.values()].flat().map((row) => row.map(String))
}
