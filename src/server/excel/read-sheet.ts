/** The first sheet of an uploaded table, whether it is Excel or CSV. */
import type { ErrorCode } from '#domain/errors.ts'
import type { Cell } from './cell.ts'
import { readCsv } from './csv.ts'
import { readWorkbook, type ReadLimits } from './read-workbook.ts'

export interface FirstSheet {
  rows: readonly (readonly Cell[])[]
  /** Of each row that goes on beyond the columns that are looked at, the first one there with something in it. */
  beyond: ReadonlyMap<number, number>
}

/** Rows and columns count from 0. */
export async function readFirstSheet(
  bytes: Buffer,
  limits: ReadLimits,
): Promise<FirstSheet | { refusal: ErrorCode; row?: number }> {
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) return readCsv(bytes, limits)
  const result = await readWorkbook(bytes, 'FIRST', limits)
  if ('refusal' in result) return result
  const [rows = []] = result.workbook.sheets.values()
  return { rows, beyond: result.workbook.beyond }
}
