/** Workbooks for tests: templates filled with answers, and what is read back from them. */
import { meaningOf } from '#domain/answers/answer-keys.ts'
import type { Repetition } from '#domain/answers/answer-values.ts'
import { insideOf, numbersOf } from '#domain/answers/rosters.ts'
import { type Answers, otherKey } from '#domain/answers/answers.ts'
import { openIntake } from '#domain/surveys/intake.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { answerCell } from '../excel/answer-cells.ts'
import type { OutCell } from '../excel/write-workbook.ts'
import { ProblemList } from '../excel/problem-list.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { phoneParser } from '../phones.ts'
import type { Rows } from '../responses/download/header.ts'
import type { FormRow } from '../responses/intake/check-form.ts'
import { withConventions } from '../responses/upload/conventions.ts'
import { columnsOf, rosterSheets } from '../responses/download/columns.ts'
import { type RowRules, type RowsReport, readEachRow } from '../responses/upload/read-rows.ts'
import { templateTables } from '../responses/upload/open-file.ts'
import { type FilledRosters, type FilledRow, sheetNames, writeTemplate } from '../responses/download/template.ts'

export interface GivenForm {
  formKey: string
  phone?: string
  answers: Answers
}

/** The cells of a form, as a user who knows the codes fills them in. */
export function filledRow(content: SurveyContent, { formKey, phone, answers }: GivenForm): FilledRow {
  const cells: Record<string, OutCell> = { formKey, participantPhone: phone ?? null }
  for (const column of columnsOf(content)) {
    if (column.kind === 'fixed') continue
    const value = answers[column.key]
    if (value !== undefined) cells[column.code] = answerCell(value)
  }
  return cells
}

/** The rows of the sheets of sections that repeat, by sheet: numbered, the last one first. */
export function filledRosters(content: SurveyContent, forms: readonly GivenForm[]): Record<string, FilledRow[]> {
  const meanings = forms.flatMap(({ formKey, answers }) =>
    Object.entries(answers).map(([key, value]) => ({ formKey, key, value, meaning: meaningOf(content, key) })),
  )
  const sheets = rosterSheets(content).map(({ name, section, columns }) => {
    const rows = new Map<string, Record<string, OutCell>>()
    const rowOf = (formKey: string, repetition: Repetition) => {
      const numbers = numbersOf(repetition)
      const outer = numbers.length > 1 ? { _outerRepetition: numbers.slice(0, -1).join('.') } : {}
      const row = rows.get(`${formKey} ${repetition}`) ?? { formKey, ...outer, _repetition: numbers.at(-1) ?? 0 }
      rows.set(`${formKey} ${repetition}`, row)
      return row
    }
    for (const { formKey, value, meaning } of meanings) {
      if (meaning?.section.id !== section.id) continue
      if (!meaning.question) for (let n = 1; n <= Number(value); n++) rowOf(formKey, insideOf(meaning.repetition, n))
      else {
        const key = meaning.isOther ? otherKey(meaning.question) : String(meaning.question.id)
        const column = columns.find((each) => each.key === key)
        if (column) rowOf(formKey, meaning.repetition)[column.code] = answerCell(value)
      }
    }
    return [name, [...rows.values()].reverse()] as const
  })
  return Object.fromEntries(sheets)
}

export interface RowsRead extends RowsReport {
  rows: FormRow[]
}

/** `sheets`: those of sections that repeat, by their names. */
export function readRows(responses: Rows, rules: RowRules, sheets: ReadonlyMap<string, Rows> = new Map()): RowsRead {
  const rows: FormRow[] = []
  const tables = withConventions(templateTables(responses, sheets, rules.content, new ProblemList()), {})
  if ('asks' in tables) throw new Error('The file has to be asked about')
  return { ...readEachRow(tables, rules, (row) => rows.push(row)), rows }
}

export async function writtenAndRead(
  content: SurveyContent,
  rows: readonly FilledRow[],
  rosters: FilledRosters = {},
): Promise<RowsRead> {
  const bytes = await writeTemplate({ encodedId: 's1', title: 'Test', version: 1, content }, 'en', rows, rosters)
  const names = [sheetNames.responses, ...rosterSheets(content).map(({ name }) => name)]
  const result = await readWorkbook(Buffer.from(bytes), names, { rows: 1000, columns: 200 })
  if ('refusal' in result) throw new Error(result.refusal)
  const now = new Date('2026-01-01T00:00:00Z')
  const rules = { content, takesMany: false, now, intake: openIntake, parsePhone: phoneParser('MZ') }
  return readRows(result.workbook.sheets.get(sheetNames.responses) ?? [], rules, result.workbook.sheets)
}
