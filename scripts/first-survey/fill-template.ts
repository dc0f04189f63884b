import { type CellValue, openXlsx, saveXlsx } from 'hucre/xlsx'

/** Row 1 holds the codes of the columns, row 2 their labels. */
const headingRows = 2

/** Cells by column code; a column that is not named stays blank. */
export type TemplateRow = Readonly<Record<string, string | number | undefined>>

/** The downloaded template with the rows written into its first sheet; all the rest stays as it came, formats included. */
export async function fillTemplate(template: Uint8Array, rows: readonly TemplateRow[]): Promise<Uint8Array> {
  const workbook = await openXlsx(template, { readStyles: true })
  const [sheet] = workbook.sheets
  const codes = sheet?.rows[0]?.map((cell) => String(cell ?? '')) ?? []
  if (!sheet || !codes.includes('formKey')) throw new Error('The template that the server sent is none')
  const filled = rows.map((row) => codes.map((code): CellValue => row[code] ?? null))
  sheet.rows.splice(headingRows, filled.length, ...filled)
  return saveXlsx(workbook)
}
