/** The rows of an uploaded workbook that have problems, as a workbook to be corrected and sent again. */
import { forms, type RowProblem, xlsxMime } from '#contract/response-files.ts'
import type { Locale } from '#domain/text/locale.ts'
import { AppError } from '../../errors.ts'
import { answerParent, runApart } from '../../excel/apart.ts'
import { reportOf } from '../../excel/problem-list.ts'
import { problemWords } from '../../excel/problem-words.ts'
import { on } from '../../http/context.ts'
import { openSurvey, requireAct } from '../../scope.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { compareWithStored } from './compare-stored.ts'
import { fileTitle } from '../download/file-title.ts'
import { getIntakeSurvey, lockIntakeSurvey } from '../intake/intake-store.ts'
import { readUpload, requireRead } from './read-upload.ts'
import { readFileSync } from 'node:fs'
import type { Cell } from '../../excel/cell.ts'
import type { OutCell } from '../../excel/write-workbook.ts'
import { rosterSheets } from '../download/columns.ts'
import { headingText, type SheetLayout } from '../download/header.ts'
import { openFile, type Refusal, type UploadFile } from './open-file.ts'
import { type FilledRow, writeTemplate } from '../download/template.ts'

const jobUrl = new URL('./note-job.ts', import.meta.url)

/** No user corrects more by hand; rows beyond come back without their problems. */
const mostNotes = 20_000

export const problemsRoute = on(forms.problems, async (context) => {
  const { db, params, query, file, actor: asking, write, audit } = context
  if (!file) throw new AppError('FILE_MISSING')
  const survey = await getIntakeSurvey(db, await openSurvey(db, asking, 'enter', params.surveyId))
  const { read } = await readUpload(context, survey, { path: file.path, listed: mostNotes, conventions: query })
  if (read.bad === 'ALL') throw new AppError('WORKBOOK_ROWS_INVALID', { data: reportOf(read) })
  const stored = await write(async (tx, actor) => {
    // The survey first, then its responses: the order in which intake takes its locks.
    const current = await lockIntakeSurvey(tx, survey.id)
    await requireAct(tx, actor, 'enter', survey.id)
    audit({ action: 'forms.problems', subjectType: 'survey', subjectId: survey.id, after: { file: file.name } })
    return (await compareWithStored({ ...context, db: tx, actor }, current, read)).stored
  })
  const { number, content } = await loadVersion(db, survey.id, survey.currentVersion ?? 0)
  const language = query.lang ?? 'en'
  const job: NoteJob = {
    path: file.path,
    conventions: query,
    encodedId: survey.encodedId,
    title: survey.title,
    version: number,
    content,
    language,
    rows: [...new Set([...read.bad, ...stored.bad])],
    notes: notesOf([...read.problems, ...stored.problems.list()], language),
  }
  const outcome = await runApart<NoteOutcome>(jobUrl, job)
  requireRead(outcome)
  const { bytes } = outcome
  return { name: `${fileTitle(survey.title)} problems.xlsx`, mime: xlsxMime, disposition: 'attachment' as const, bytes }
})

/** By sheet and row: each problem with the column that it is in. */
function notesOf(problems: readonly RowProblem[], language: Locale): Map<string, string> {
  const notes = new Map<string, string>()
  for (const problem of problems) {
    const place = `${problem.sheet ?? ''}!${problem.row}`
    const said = `${problem.column}: ${problemWords(problem, language)}`
    const known = notes.get(place)
    notes.set(place, known === undefined ? said : `${known}\n${said}`)
  }
  return notes
}

/** Writes the rows of an uploaded workbook that have problems again, in a process of its own. */
interface NoteJob extends UploadFile {
  path: string
  title: string
  language: Locale
  /** Rows of responses that are wanted. */
  rows: readonly number[]
  /** The problems of a row, by `placeOf`. */
  notes: ReadonlyMap<string, string>
}

type NoteOutcome = { bytes: Uint8Array } | Refusal

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
