/** Opens an uploaded file in the process that reads it: a filled template, or any tables with columns for the questions. */
import { maxWorkbookRows } from '#contract/response-files.ts'
import { UploadRemarks } from '#domain/answers/upload-remarks.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { GivenConventions } from '#domain/text/written-values.ts'
import { isBlank } from '../../excel/cell.ts'
import { readText } from '../../excel/cells.ts'
import { ProblemList } from '../../excel/problem-list.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import type { WorkbookData } from '../../excel/workbook.ts'
import { columnsOf, rosterSheets } from '../download/columns.ts'
import { headingRows, readHeader, type Rows } from '../download/header.ts'
import { definedNames, sheetNames } from '../download/template.ts'
import { type Asks, withConventions } from './conventions.ts'
import { foreignTables } from './foreign-tables.ts'
import type { UploadTables } from './upload-tables.ts'

export interface UploadFile {
  encodedId: string
  version: number
  content: SurveyContent
  /** What the user said of the file. */
  conventions: GivenConventions
  /** The most problems in the list, if more than usual. */
  listed?: number
}

export type Refusal = { refusal: ErrorCode; row?: number } | { asks: Asks }

/** Those that the reader looks at, in a table whose further columns are left out or named. */
const mostColumns = 3000
/** Of a section that repeats. */
const maxRosterRows = 3 * maxWorkbookRows

export async function openFile(bytes: Buffer, file: UploadFile): Promise<UploadTables | Refusal> {
  const { content, listed, conventions } = file
  const hasRosters = content.sections.some(({ repeat }) => repeat)
  const limits = { rows: (hasRosters ? maxRosterRows : maxWorkbookRows) + headingRows, columns: mostColumns }
  const result = await readWorkbook(bytes, 'ALL', limits)
  if ('refusal' in result) return result
  const { workbook } = result
  const sheets = [...workbook.sheets.values()]
  if (sheets.every((rows) => rows.length === 0)) return { refusal: 'WORKBOOK_EMPTY' }
  const survey = namedText(workbook, definedNames.survey)
  const version = namedText(workbook, definedNames.version)
  const responses = workbook.sheets.get(sheetNames.responses)
  const problems = new ProblemList(listed)
  if (responses && survey && version) {
    if (survey !== file.encodedId) return { refusal: 'WORKBOOK_WRONG_SURVEY' }
    if (version !== String(file.version)) return { refusal: 'WORKBOOK_WRONG_VERSION' }
    return finished(templateTables(responses, workbook.sheets, content, problems), conventions)
  }
  const tables = foreignTables(workbook, content, { problems, remarks: new UploadRemarks() })
  return tables ? finished(tables, conventions) : { refusal: 'WORKBOOK_NOT_A_TEMPLATE' }
}

function finished(tables: UploadTables, given: GivenConventions): UploadTables | Refusal {
  const { rows, begin } = tables.responses
  if (rows.length > maxWorkbookRows + begin) return { refusal: 'WORKBOOK_TOO_MANY_ROWS' }
  return withConventions(tables, given)
}

export function templateTables(
  responses: Rows,
  sheets: WorkbookData['sheets'],
  content: SurveyContent,
  problems: ProblemList,
): UploadTables {
  const placed = readHeader(responses, columnsOf(content), problems)
  const rosters = rosterSheets(content).flatMap((roster) => {
    const rows = sheets.get(roster.name)
    if (rows)
      return [
        {
          ...roster,
          layout: { rows, begin: headingRows, placed: readHeader(rows, roster.columns, problems, roster.name) },
        },
      ]
    // A section without its sheet says nothing, where a sheet without rows says that there is no repetition.
    problems.add({ row: 1, column: 0, code: '' }, { code: 'MISSING_SHEET', names: roster.name })
    return []
  })
  const layout = { rows: responses, begin: headingRows, placed }
  return { responses: layout, rosters, problems, remarks: new UploadRemarks(), isMachine: false }
}

/** The text of the cell that a defined name points at: `readme!$B$2`. */
function namedText({ sheets, names }: WorkbookData, name: string): string | undefined {
  const [, sheet = '', column = '', row = ''] =
    /^'?([^'!]+)'?!\$?([A-Z])\$?(\d{1,4})$/.exec(names.get(name) ?? '') ?? []
  const cell = sheets.get(sheet)?.[Number(row) - 1]?.[column.charCodeAt(0) - 65]
  return cell === undefined || isBlank(cell) ? undefined : readText(cell).value
}
