/** Reads one uploaded workbook in a process of its own: all the work that needs no database. */
import { readFileSync } from 'node:fs'
import type { RowProblem } from '#contract/response-files.ts'
import { maxWorkbookRows } from '#contract/response-files.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { IntakeRules } from '#domain/intake.ts'
import type { Geofence } from '#domain/geofence.ts'
import type { SurveyContent } from '#domain/survey.ts'
import { answerParent } from '../excel/apart.ts'
import { isBlank } from '../excel/cell.ts'
import { readText } from '../excel/cells.ts'
import { chunksOf } from '../excel/read-table.ts'
import { readWorkbook, type WorkbookData } from '../excel/read-workbook.ts'
import { phoneParser } from '../phones.ts'
import { columnsOf, rosterSheets } from './columns.ts'
import { headingRows } from './header.ts'
import { readRows } from './read-rows.ts'
import { definedNames, sheetNames } from './template.ts'

export interface ReadJob {
  path: string
  encodedId: string
  version: number
  content: SurveyContent
  takesMany: boolean
  /** Of which country phone numbers without a country code are. */
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

export type ReadOutcome = WorkbookRows | { refusal: ErrorCode }

/** Columns beside those of the template that are looked at, to be named as unknown. */
const spareColumns = 100
/** Of a section that repeats. */
const maxRosterRows = 3 * maxWorkbookRows

async function readJob(job: ReadJob): Promise<ReadOutcome> {
  const rosters = rosterSheets(job.content)
  const widest = Math.max(columnsOf(job.content).length, ...rosters.map(({ columns }) => columns.length))
  const mostRows = rosters.length === 0 ? maxWorkbookRows : maxRosterRows
  const limits = { rows: mostRows + headingRows, columns: widest + spareColumns }
  const wanted = [sheetNames.responses, sheetNames.readme, ...rosters.map(({ name }) => name)]
  const result = await readWorkbook(readFileSync(job.path), wanted, limits)
  if ('refusal' in result) return result
  const { workbook } = result
  const sheet = workbook.sheets.get(sheetNames.responses)
  const survey = namedText(workbook, definedNames.survey)
  const version = namedText(workbook, definedNames.version)
  if (!sheet || !survey || !version)
    return { refusal: isEmpty(workbook) ? 'WORKBOOK_EMPTY' : 'WORKBOOK_NOT_A_TEMPLATE' }
  if (sheet.length > maxWorkbookRows + headingRows) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
  if (survey !== job.encodedId) return { refusal: 'WORKBOOK_WRONG_SURVEY' }
  if (version !== String(job.version)) return { refusal: 'WORKBOOK_WRONG_VERSION' }
  const rules = { ...job, parsePhone: phoneParser(job.phoneCountry) }
  const { rows, count, problems, columns, bad } = readRows(sheet, rules, workbook.sheets)
  if (count === 0) return { refusal: 'WORKBOOK_EMPTY' }
  return { count, columns, bad, problems: problems.list(), problemCount: problems.count, chunks: chunksOf(rows) }
}

/** The text of the cell that a defined name points at: `readme!$B$2`. */
function namedText({ sheets, names }: WorkbookData, name: string): string | undefined {
  const [, sheet = '', column = '', row = ''] =
    /^'?([^'!]+)'?!\$?([A-Z])\$?(\d{1,4})$/.exec(names.get(name) ?? '') ?? []
  const cell = sheets.get(sheet)?.[Number(row) - 1]?.[column.charCodeAt(0) - 65]
  return cell === undefined || isBlank(cell) ? undefined : readText(cell).value
}

function isEmpty({ sheets, names }: WorkbookData): boolean {
  return names.size === 0 && [...sheets.values()].every((rows) => rows.length === 0)
}

answerParent(readJob)
