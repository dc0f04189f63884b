/** Writes the rows of an uploaded workbook that have problems again, in a process of its own. */
import { readFileSync } from 'node:fs'
import type { Locale } from '#domain/text/locale.ts'
import { answerParent } from '../../excel/apart.ts'
import type { Cell } from '../../excel/cell.ts'
import type { OutCell } from '../../excel/write-workbook.ts'
import { rosterSheets } from '../download/columns.ts'
import { headingText, type SheetLayout } from '../download/header.ts'
import { openFile, type Refusal, type UploadFile } from './open-file.ts'
import { type FilledRow, writeTemplate } from '../download/template.ts'

export interface NoteJob extends UploadFile {
  path: string
  title: string
  language: Locale
  /** Rows of responses that are wanted. */
  rows: readonly number[]
  /** The problems of a row, by `placeOf`. */
  notes: ReadonlyMap<string, string>
}

export type NoteOutcome = { bytes: Uint8Array } | Refusal

async function noteJob(job: NoteJob): Promise<NoteOutcome> {
  const tables = await openFile(readFileSync(job.path), job)
  if (!('responses' in tables)) return tables
  const { content, language, notes } = job
  const wanted = new Set(job.rows)
  const responses = rowsOf(tables.responses).filter(({ row }) => wanted.has(row))
  const keys = new Set(responses.map(({ cells }) => keyOf(cells)))
  const rosters = rosterSheets(content).map(({ name: sheet, section }) => {
    const { name = sheet, layout } = tables.rosters.find((roster) => roster.section.id === section.id) ?? {}
    const rows = layout ? rowsOf(layout) : []
    const chosen = rows.filter(({ row, cells }) => notes.has(`${name}!${row}`) || keys.has(keyOf(cells)))
    return [sheet, chosen.map(({ row, cells }) => noted(cells, notes.get(`${name}!${row}`)))] as const
  })
  const filled = responses.map(({ row, cells }) => noted(cells, notes.get(`!${row}`)))
  return { bytes: await writeTemplate(job, language, filled, Object.fromEntries(rosters)) }
}

/** Without what the note of an earlier time said. */
function noted(cells: FilledRow, note: string | undefined): FilledRow {
  return { ...cells, _problem: note ?? null }
}

function keyOf({ formKey }: FilledRow): string {
  return headingText(formKey)
}

function rowsOf({ rows, begin, placed }: SheetLayout): { row: number; cells: FilledRow }[] {
  return rows.slice(begin).map((cells, index) => ({
    row: index + begin + 1,
    cells: Object.fromEntries(placed.map(({ column, cell }) => [column.code, outCell(cell(cells))])),
  }))
}

/** Leaves out a cell without a value, as its problem names it. */
function outCell(cell: Cell | undefined): OutCell {
  if (cell === undefined || cell === null) return null
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'object' && !(cell instanceof Date) ? null : cell
}

answerParent(noteJob)
