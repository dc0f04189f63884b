/** Opens an uploaded workbook that was made from a template, in the process that reads it. */
import { readFileSync } from 'node:fs'
import { maxWorkbookRows } from '#contract/response-files.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { type Cell, isBlank } from '../../excel/cell.ts'
import { readText } from '../../excel/cells.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import type { WorkbookData } from '../../excel/workbook.ts'
import { columnsOf, rosterSheets } from '../download/columns.ts'
import { headingRows } from '../download/header.ts'
import { definedNames, sheetNames } from '../download/template.ts'

export interface TemplateFile {
  path: string
  encodedId: string
  version: number
  content: SurveyContent
}

export interface FilledTemplate {
  responses: readonly (readonly Cell[])[]
  /** By name: the other sheets that are read. */
  sheets: WorkbookData['sheets']
}

/** The extra columns that the reader looks at and names as unknown. */
const spareColumns = 100
/** Of a section that repeats. */
const maxRosterRows = 3 * maxWorkbookRows

export async function openFilled(file: TemplateFile): Promise<FilledTemplate | { refusal: ErrorCode }> {
  const { path, encodedId, content } = file
  const rosters = rosterSheets(content)
  const widest = Math.max(columnsOf(content).length, ...rosters.map(({ columns }) => columns.length))
  const mostRows = rosters.length === 0 ? maxWorkbookRows : maxRosterRows
  const limits = { rows: mostRows + headingRows, columns: widest + spareColumns }
  const wanted = [sheetNames.responses, sheetNames.readme, ...rosters.map(({ name }) => name)]
  const result = await readWorkbook(readFileSync(path), wanted, limits)
  if ('refusal' in result) return result
  const { workbook } = result
  const responses = workbook.sheets.get(sheetNames.responses)
  const survey = namedText(workbook, definedNames.survey)
  const version = namedText(workbook, definedNames.version)
  if (!responses || !survey || !version)
    return { refusal: isEmpty(workbook) ? 'WORKBOOK_EMPTY' : 'WORKBOOK_NOT_A_TEMPLATE' }
  if (responses.length > maxWorkbookRows + headingRows) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
  if (survey !== encodedId) return { refusal: 'WORKBOOK_WRONG_SURVEY' }
  if (version !== String(file.version)) return { refusal: 'WORKBOOK_WRONG_VERSION' }
  return { responses, sheets: workbook.sheets }
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
