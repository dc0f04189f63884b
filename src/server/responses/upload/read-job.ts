/** Reads one uploaded workbook in a process of its own: all the work that needs no database. */
import { readFileSync } from 'node:fs'
import type { RowProblem } from '#contract/response-files.ts'
import type { UploadRemark } from '#domain/answers/upload-remarks.ts'
import type { IntakeRules } from '#domain/surveys/intake.ts'
import type { Geofence } from '#domain/answers/geofence.ts'
import { answerParent } from '../../excel/apart.ts'
import { ChunkWriter } from '../../excel/read-table.ts'
import { phoneParser } from '../../phones.ts'
import { openFile, type Refusal, type UploadFile } from './open-file.ts'
import { readEachRow } from './read-rows.ts'

export interface ReadJob extends UploadFile {
  path: string
  takesMany: boolean
  /** The country of phone numbers without a country code. */
  phoneCountry: string | undefined
  fence: Geofence | undefined
  now: Date
  intake: IntakeRules
}

export interface WorkbookRows {
  count: number
  /** Columns by code, counted from 0: where a problem that only the database knows is shown. */
  columns: Record<string, number>
  problems: RowProblem[]
  problemCount: number
  remarks: UploadRemark[]
  /** As in `RowsRead`. */
  bad: number[] | 'ALL'
  /** JSON arrays of `FormRow`, ready for the database. */
  chunks: string[]
}

/** What the child hands over. Texts count for its heap, bytes do not. */
export type ReadOutcome = (Omit<WorkbookRows, 'chunks'> & { chunks: Uint8Array[] }) | Refusal

async function readJob(job: ReadJob): Promise<ReadOutcome> {
  const tables = await openFile(readFileSync(job.path), job)
  if (!('responses' in tables)) return tables
  const rules = { ...job, parsePhone: phoneParser(job.phoneCountry) }
  const chunks = new ChunkWriter()
  const read = readEachRow(tables, rules, (row) => chunks.add(row))
  const { count, problems, columns, bad } = read
  if (count === 0) return { refusal: 'WORKBOOK_EMPTY' }
  const remarks = tables.remarks.list()
  return { count, columns, bad, problems: problems.list(), problemCount: problems.count, remarks, chunks: chunks.end() }
}

answerParent(readJob)
