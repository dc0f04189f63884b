/** Reads one uploaded file of participants in a process of its own: all the work that needs no database. */
import { readFileSync } from 'node:fs'
import { maxWorkbookRows, type RowProblem } from '#contract/forms.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { answerParent } from '../excel/apart.ts'
import { chunksOf, readFirstSheet } from '../excel/read-sheet.ts'
import { phoneParserIn } from '../phones.ts'
import { readParticipants } from './import-rows.ts'

export interface ImportJob {
  path: string
  /** Of which country numbers without a country code are. */
  country: string | undefined
}

export interface ImportRows {
  count: number
  problems: RowProblem[]
  problemCount: number
  /** Where the unit of each stands, counted from 0. */
  unitColumn: number
  /** JSON arrays of `ParticipantRow`, ready for the database. */
  chunks: string[]
}

export type ImportOutcome = ImportRows | { refusal: ErrorCode }

const limits = { rows: maxWorkbookRows + 1, columns: 50 }

async function readJob({ path, country }: ImportJob): Promise<ImportOutcome> {
  const sheet = await readFirstSheet(readFileSync(path), limits)
  if ('refusal' in sheet) return sheet
  const { rows, count, problems, columns } = readParticipants(sheet.rows, phoneParserIn(country))
  if (count === 0) return { refusal: 'WORKBOOK_EMPTY' }
  const unitColumn = columns.administrativeUnitCode ?? 0
  return { count, problems: problems.list(), problemCount: problems.count, unitColumn, chunks: chunksOf(rows) }
}

answerParent(readJob)
