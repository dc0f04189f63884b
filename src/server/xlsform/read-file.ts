/** An uploaded file as the content of a survey: an XLSForm by its sheet `survey`, any other table by its cells. */
import { readFileSync } from 'node:fs'
import { maxFormRows, maxListedRemarks, type Remark } from '#contract/form-files.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { type RemarkVerdict, remarkVerdicts } from '#domain/answers/form-report.ts'
import { mostListRows } from '#domain/surveys/list-table.ts'
import { readFirstSheet } from '../excel/read-sheet.ts'
import { isCsv, readWorkbook } from '../excel/read-workbook.ts'
import { type BesideFile, judgeBeside, surveyFilesOf } from './beside-files.ts'
import { externalFiles } from './external-choices.ts'
import { openArchive } from './form-archive.ts'
import { type FormRead, readForm } from './read-form.ts'
import { maxTableColumns, readTableSurvey } from './read-table-survey.ts'
import { Report } from './report.ts'

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
