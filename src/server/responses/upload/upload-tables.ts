/** The tables of an uploaded file with their columns placed, whatever kind of file it is. */
import type { UploadRemarks } from '#domain/answers/upload-remarks.ts'
import type { ProblemList } from '../../excel/problem-list.ts'
import type { RosterSheet } from '../download/columns.ts'
import type { SheetLayout } from '../download/header.ts'

/** A section that repeats, with the sheet that it has in the file. */
export interface RosterTable extends RosterSheet {
  layout: SheetLayout
  /** Where its cells are in the table of the responses, which has its columns. */
  spotOf?: ((row: number, column: number) => { row: number; column: number }) | undefined
}

export interface UploadTables {
  responses: SheetLayout
  rosters: RosterTable[]
  /** Of the headings, so far. */
  problems: ProblemList
  remarks: UploadRemarks
  /** Written by a program, with a point in its decimals. */
  isMachine: boolean
}
