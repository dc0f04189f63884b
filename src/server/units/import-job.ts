/** Reads one uploaded file of units in a process of its own: all the work that needs no database. */
import { readFileSync } from 'node:fs'
import { maxWorkbookRows, type RowProblem } from '#contract/forms.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { UnitRow } from '#domain/unit-tree.ts'
import { answerParent } from '../excel/apart.ts'
import { readFirstSheet } from '../excel/read-sheet.ts'
import { readUnits, type UnitColumns } from './import-rows.ts'

export interface UnitRows {
  rows: UnitRow[]
  count: number
  columns: UnitColumns
  problems: RowProblem[]
  problemCount: number
}

export type UnitOutcome = UnitRows | { refusal: ErrorCode }

const limits = { rows: maxWorkbookRows + 1, columns: 50 }

async function readJob({ path }: { path: string }): Promise<UnitOutcome> {
  const sheet = await readFirstSheet(readFileSync(path), limits)
  if ('refusal' in sheet) return sheet
  const { problems, ...read } = readUnits(sheet.rows)
  if (read.count === 0) return { refusal: 'WORKBOOK_EMPTY' }
  return { ...read, problems: problems.list(), problemCount: problems.count }
}

answerParent(readJob)
