/** How much of the logic of a form comes along. */
import type { FormRow, FormSheet } from './sheets.ts'
import type { Remark } from '#contract/form-files.ts'
import { type LogicCount, logicColumns } from '#domain/answers/form-report.ts'

/** By column: the cells with something in them, and those of them that are left out, with their row or alone. */
export function logicKept(
  survey: FormSheet,
  remarks: readonly Remark[],
  isTaken: (row: FormRow) => boolean,
): LogicCount[] {
  const left = new Set(
    remarks.flatMap(({ sheet, row, column, verdict }) =>
      sheet === survey.name && verdict === 'LEFT_OUT' ? [`${row} ${column}`] : [],
    ),
  )
  return logicColumns.flatMap((column) => {
    const rows = survey.rows.filter(({ cells }) => cells.has(column))
    const lost = rows.filter((row) => left.has(`${row.row} ${column}`) || !isTaken(row))
    return rows.length === 0 ? [] : [{ column, there: rows.length, left: lost.length }]
  })
}
