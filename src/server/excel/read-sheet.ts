/** The first sheet of an uploaded table, of whatever kind. */
import type { ErrorCode } from '#domain/errors.ts'
import type { Cell } from './cell.ts'
import { readWorkbook } from './read-workbook.ts'
import type { ReadLimits } from './workbook.ts'

export interface FirstSheet {
  rows: readonly (readonly Cell[])[]
  /** By row that is too long: the first filled column beyond the columns that the reader reads. */
  beyond: ReadonlyMap<number, number>
}

/** Rows and columns count from 0. */
export async function readFirstSheet(
  bytes: Buffer,
  limits: ReadLimits,
): Promise<FirstSheet | { refusal: ErrorCode; row?: number }> {
  const result = await readWorkbook(bytes, 'FIRST', limits)
  if ('refusal' in result) return result
  const [rows = []] = result.workbook.sheets.values()
  return { rows, beyond: result.workbook.beyond }
}

/** A sheet by its name; undefined where a file has none of that name. */
export async function readNamedSheet(bytes: Buffer, name: string, limits: ReadLimits): Promise<FirstSheet | undefined> {
  const result = await readWorkbook(bytes, [name], limits)
  const rows = 'refusal' in result ? undefined : result.workbook.sheets.get(name)
  return rows && { rows, beyond: new Map() }
}
