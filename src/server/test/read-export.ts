import { files } from '#contract/files.ts'
import type { Job } from '#contract/jobs.ts'
import { readCsv } from '../excel/csv.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import type { Caller } from './caller.ts'

/** What a job's file holds, as texts. */
export async function readExport(staff: Caller, file: Job['file'], format: 'CSV' | 'XLSX'): Promise<string[][]> {
  const { url } = (await staff.call(files.ticket, { params: { id: file?.id ?? 0 } })).data
  const { bytes } = await staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })
  if (format === 'CSV') {
    const read = readCsv(bytes, { rows: 100, columns: 100 })
    if ('refusal' in read) throw new Error(read.refusal)
    return read.rows
  }
  const read = await readWorkbook(bytes, 'FIRST', { rows: 100, columns: 100 })
  if ('refusal' in read) throw new Error(read.refusal)
  return [...read.workbook.sheets.values()].flat().map((row) => row.map(String))
}
