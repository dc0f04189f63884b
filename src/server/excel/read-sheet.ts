/** The first sheet of an uploaded table, whether it is Excel or CSV. */
import type { ErrorCode } from '#domain/errors.ts'
import type { Cell } from './cell.ts'
import { readCsv } from './csv.ts'
import { readWorkbook, type ReadLimits } from './read-workbook.ts'

export async function readFirstSheet(
  bytes: Buffer,
  limits: ReadLimits,
): Promise<{ rows: readonly (readonly Cell[])[] } | { refusal: ErrorCode; row?: number }> {
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) return readCsv(bytes, limits)
  const result = await readWorkbook(bytes, 'FIRST', limits)
  if ('refusal' in result) return result
  const [rows = []] = result.workbook.sheets.values()
  return { rows }
}
