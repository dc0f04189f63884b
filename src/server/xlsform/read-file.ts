/** An uploaded file as the content of a survey: an XLSForm by its sheet `survey`, any other table by its cells. */
import { readFileSync } from 'node:fs'
import { maxFormRows, maxListedRemarks, type Remark } from '#contract/form-files.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { type RemarkVerdict, remarkVerdicts } from '#domain/answers/form-report.ts'
import { mostListRows } from '#domain/surveys/list-table.ts'
import { type FirstSheet, readFirstSheet } from '../excel/read-sheet.ts'
import { isCsv, readWorkbook } from '../excel/read-workbook.ts'
import { type BesideFile, judgeBeside, surveyFilesOf } from './beside-files.ts'
import { externalFiles } from './external-choices.ts'
import { openArchive } from './form-archive.ts'
import { type FormRead, readForm } from './read-form.ts'
import { Report } from './report.ts'
import { inferQuestions, partsOf } from '#domain/surveys/table-survey.ts'
import { choiceTypes, type Question, type Section } from '#domain/surveys/survey.ts'
import { markFilterable } from './filterable.ts'
import { fitting } from './read-texts.ts'
import { textOfCell } from './sheets.ts'

export interface FileRead extends FormRead {
  /** Beside the form. */
  files: BesideFile[]
  kind: 'XLSFORM' | 'TABLE'
  remarks: Remark[]
  counts: Record<RemarkVerdict, number>
}

export type FileOutcome = FileRead | { refusal: ErrorCode; row?: number }

export interface FileJob {
  path: string
  /** Without its ending it is the title of a file that has none. */
  name: string
  unencrypted?: boolean
  /** Whether the files beside the form are kept, at `path` with their number behind it. */
  keeps?: boolean
}

const formSheets = ['survey', 'choices', 'settings', 'canvass_skips', 'entities', 'external_choices']
const formLimits = { rows: mostListRows + 1, columns: 200 }

export async function readSurveyFile({ path, name, ...job }: FileJob): Promise<FileOutcome> {
  const sent = { name, bytes: readFileSync(path) }
  const archive = openArchive(sent.bytes)
  if (archive && 'refusal' in archive) return archive
  const { form, beside } = archive ?? { form: sent, beside: [] }
  const report = new Report()
  const fallbackTitle = titleFrom(form.name)
  if (!isCsv(form.bytes)) {
    const result = await readWorkbook(form.bytes, formSheets, formLimits)
    if ('refusal' in result) return result
    const { sheets, others } = result.workbook
    if (sheets.has('survey')) {
      const { external_choices: external = [], ...plain } = Object.fromEntries(sheets)
      if (Object.values(plain).some(({ length }) => length > maxFormRows)) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
      for (const sheet of new Set(others)) report.add({ sheet, row: 0 }, 'SHEET_UNKNOWN', { value: sheet })
      const kept = job.keeps ? path : undefined
      const files = await judgeBeside([...externalFiles(external), ...beside], { report, path: kept })
      const reading = { report, fallbackTitle, unencrypted: job.unencrypted ?? false, files: surveyFilesOf(files) }
      return { kind: 'XLSFORM', files, ...readForm(sheets, reading), ...remarksOf(report) }
    }
  }
  const sheet = await readFirstSheet(form.bytes, { rows: maxFormRows, columns: maxTableColumns })
  if ('refusal' in sheet) return sheet
  return { kind: 'TABLE', files: [], ...readTableSurvey(sheet, { report, fallbackTitle }), ...remarksOf(report) }
}

/** The gravest remarks come first. Each verdict lists only the number that a person reads. */
function remarksOf({ remarks }: Report): Pick<FileRead, 'remarks' | 'counts'> {
  const byVerdict = Map.groupBy(remarks, ({ verdict }) => verdict)
  const counts = Object.fromEntries(remarkVerdicts.map((verdict) => [verdict, byVerdict.get(verdict)?.length ?? 0]))
  const listed = remarkVerdicts.toReversed().flatMap((verdict) => {
    const found = byVerdict.get(verdict) ?? []
    return found
      .toSorted((one, other) => one.sheet.localeCompare(other.sheet) || one.row - other.row)
      .slice(0, maxListedRemarks)
  })
  return { remarks: listed, counts: counts as Record<RemarkVerdict, number> }
}

function titleFrom(name: string): string {
  const title = name
    .replace(/\.[A-Za-z]{1,5}$/, '')
    .replaceAll(/[\p{Cc}_\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  return title || 'Survey'
}

/** A table of data as the content of a survey: each column becomes a question by what its cells hold. */
const maxTableColumns = 500

function readTableSurvey(
  { rows, beyond }: FirstSheet,
  { report, fallbackTitle }: { report: Report; fallbackTitle: string },
): FormRead {
  const headings = (rows[0] ?? []).map(textOfCell)
  if (beyond.size > 0) report.add(heading(maxTableColumns), 'COLUMNS_TOO_MANY', { value: String(maxTableColumns) })
  const named = headings.flatMap((text, index) => (text === '' ? [] : [{ text, index }]))
  const data = rows.slice(1).map((row) => named.map(({ index }) => textOfCell(row[index] ?? null)))
  const filled = data.filter((row) => row.some((cell) => cell !== ''))
  const guessed = inferQuestions(
    named.map(({ text }) => text),
    filled,
  )
  let options = 0
  const questions = guessed.map((found, place): Question => {
    const index = named[found.column]?.index ?? place
    report.add(heading(index, found.label), 'COLUMN_TAKEN', { name: found.code, value: found.type })
    const firstOption = options + 1
    const answers = choiceTypes.includes(found.type) ? found.options : []
    options += answers.length
    return {
      id: place + 1,
      code: found.code,
      text: { en: fitting(found.label, { max: 2000, lines: 'many' }) || found.code },
      help: null,
      type: found.type,
      required: false,
      validation: {},
      filterable: false,
      identifying: false,
      personal: false,
      position: place + 1,
      answers: answers.map(({ code, label }, number) => ({
        id: firstOption + number,
        code,
        text: { en: fitting(label, { max: 2000, lines: 'one' }) || code },
        isOther: false,
        exclusive: false,
        position: number + 1,
      })),
    }
  })
  const unnamed = rows.some((row) =>
    row.some((cell, index) => (headings[index] ?? '') === '' && textOfCell(cell) !== ''),
  )
  if (unnamed) report.add({ sheet: '', row: 1 }, 'CELL_LEFT', { value: '?' })
  if (questions.length === 0) report.add({ sheet: '', row: 0 }, 'NOTHING_TO_MAKE')
  const sections = partsOf(questions).map((part, index): Section => {
    part.forEach((question, place) => (question.position = place + 1))
    return { id: index + 1, title: { en: `Part ${index + 1}` }, position: index + 1, questions: part }
  })
  markFilterable({ sections }, report, '')
  return { title: fallbackTitle, language: 'en', languages: [], content: { sections }, logic: [] }
}

function heading(index: number, column = '') {
  return { sheet: '', row: 1, index, column }
}
