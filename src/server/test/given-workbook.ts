/** Workbooks for tests: templates filled with answers, and what is read back from them. */
import type { Answers } from '#domain/answers.ts'
import { openIntake } from '#domain/intake.ts'
import type { SurveyContent } from '#domain/survey.ts'
import { answerCell } from '../excel/answer-cells.ts'
import type { OutCell } from '../excel/write-workbook.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { phoneParser } from '../phones.ts'
import { columnsOf } from '../responses/columns.ts'
import { readRows, type RowsRead } from '../responses/read-rows.ts'
import { type FilledRow, sheetNames, writeTemplate } from '../responses/template.ts'

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

export async function writtenAndRead(content: SurveyContent, rows: readonly FilledRow[]): Promise<RowsRead> {
  const bytes = await writeTemplate({ encodedId: 's1', title: 'Test', version: 1, content }, 'en', rows)
  const result = await readWorkbook(Buffer.from(bytes), [sheetNames.responses], { rows: 1000, columns: 200 })
  if ('refusal' in result) throw new Error(result.refusal)
  const now = new Date('2026-01-01T00:00:00Z')
  const rules = { content, takesMany: false, now, intake: openIntake, parsePhone: phoneParser('MZ') }
  return readRows(result.workbook.sheets.get(sheetNames.responses) ?? [], rules)
}
