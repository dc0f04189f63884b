/** Writes the rows of an uploaded workbook that have problems again, in a process of its own. */
import type { ErrorCode } from '#domain/errors.ts'
import type { Locale } from '#domain/text/locale.ts'
import { answerParent } from '../../excel/apart.ts'
import type { Cell } from '../../excel/cell.ts'
import { readText } from '../../excel/cells.ts'
import type { OutCell } from '../../excel/write-workbook.ts'
import { rosterSheets } from '../download/columns.ts'
import { openFilled, type TemplateFile } from './filled-template.ts'
import { headingRows } from '../download/header.ts'
import { type FilledRow, writeTemplate } from '../download/template.ts'

export interface NoteJob extends TemplateFile {
  title: string
  language: Locale
  /** Rows of responses that are wanted. */
  rows: readonly number[]
  /** The problems of a row, by `placeOf`. */
  notes: ReadonlyMap<string, string>
}

export type NoteOutcome = { bytes: Uint8Array } | { refusal: ErrorCode }

type Sheet = readonly (readonly Cell[])[]

async function noteJob(job: NoteJob): Promise<NoteOutcome> {
  const opened = await openFilled(job)
  if ('refusal' in opened) return opened
  const { content, language, notes } = job
  const wanted = new Set(job.rows)
  const responses = rowsOf(opened.responses).filter(({ row }) => wanted.has(row))
  const keys = new Set(responses.map(({ cells }) => keyOf(cells)))
  const rosters = rosterSheets(content).map(({ name }) => {
    const rows = rowsOf(opened.sheets.get(name) ?? [])
    const chosen = rows.filter(({ row, cells }) => notes.has(`${name}!${row}`) || keys.has(keyOf(cells)))
    return [name, chosen.map(({ row, cells }) => noted(cells, notes.get(`${name}!${row}`)))] as const
  })
  const filled = responses.map(({ row, cells }) => noted(cells, notes.get(`!${row}`)))
  return { bytes: await writeTemplate(job, language, filled, Object.fromEntries(rosters)) }
}

/** Without what the note of an earlier time said. */
function noted(cells: FilledRow, note: string | undefined): FilledRow {
  return { ...cells, _problem: note ?? null }
}

function keyOf({ formKey }: FilledRow): string {
  return formKey === undefined || formKey === null ? '' : (readText(formKey).value ?? '')
}

function rowsOf(sheet: Sheet): { row: number; cells: FilledRow }[] {
  const codes = (sheet[0] ?? []).map((cell) => (typeof cell === 'string' ? cell.trim() : ''))
  return sheet.slice(headingRows).map((cells, index) => ({
    row: index + headingRows + 1,
    cells: Object.fromEntries(codes.flatMap((code, at) => (code === '' ? [] : [[code, outCell(cells[at])]]))),
  }))
}

/** Leaves out a cell without a value, as its problem names it. */
function outCell(cell: Cell | undefined): OutCell {
  if (cell === undefined || cell === null) return null
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'object' && !(cell instanceof Date) ? null : cell
}

answerParent(noteJob)
