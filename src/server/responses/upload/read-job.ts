/** Reads one uploaded workbook in a process of its own: all the work that needs no database. */
import type { RowProblem } from '#contract/response-files.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { IntakeRules } from '#domain/surveys/intake.ts'
import type { Geofence } from '#domain/answers/geofence.ts'
import { answerParent } from '../../excel/apart.ts'
import { ChunkWriter } from '../../excel/read-table.ts'
import { phoneParser } from '../../phones.ts'
import { openFilled, type TemplateFile } from './filled-template.ts'
import { readEachRow } from './read-rows.ts'

export interface ReadJob extends TemplateFile {
  /** The most problems in the list, if more than usual. */
  listed?: number
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
  /** As in `RowsRead`. */
  bad: number[] | 'ALL'
  /** JSON arrays of `FormRow`, ready for the database. */
  chunks: string[]
}

/** What the child hands over. Texts count for its heap, bytes do not. */
export type ReadOutcome = (Omit<WorkbookRows, 'chunks'> & { chunks: Uint8Array[] }) | { refusal: ErrorCode }

async function readJob(job: ReadJob): Promise<ReadOutcome> {
  const opened = await openFilled(job)
  if ('refusal' in opened) return opened
  const rules = { ...job, parsePhone: phoneParser(job.phoneCountry) }
  const chunks = new ChunkWriter()
  const read = readEachRow(opened.responses, rules, (row) => chunks.add(row), opened.sheets)
  const { count, problems, columns, bad } = read
  if (count === 0) return { refusal: 'WORKBOOK_EMPTY' }
  return { count, columns, bad, problems: problems.list(), problemCount: problems.count, chunks: chunks.end() }
}

answerParent(readJob)
