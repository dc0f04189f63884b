/** Reads the workbook at a path by the library alone, in a process like that of an import; answers how many rows. */
import { readFileSync } from 'node:fs'
import { streamXlsxRows } from 'hucre/xlsx'
import { answerParent } from '#server/excel/apart.ts'

answerParent(async (path: string) => {
  let rows = 0
  for await (const { values } of streamXlsxRows(readFileSync(path))) rows += values.length > 0 ? 1 : 0
  return rows
})
