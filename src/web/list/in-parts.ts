import type { BulkRow } from '#contract/fields.ts'
import { ApiError } from '../api/api-error.ts'

/** Records that can be removed have numbers. */
export type RowId = number

/**
 * More rows than one call takes, call by call. Once a call has gone through, a failure of the next is an outcome of the
 * remaining rows. The user must learn what was done before it.
 */
export async function inParts(
  ids: readonly RowId[],
  atMost: number,
  send: (ids: readonly RowId[]) => Promise<readonly BulkRow[]>,
): Promise<BulkRow[]> {
  const rows: BulkRow[] = []
  for (let at = 0; at < ids.length; at += atMost) {
    try {
      rows.push(...(await send(ids.slice(at, at + atMost))))
    } catch (error) {
      if (at === 0 || !(error instanceof ApiError)) throw error
      const { code, message } = error
      return [...rows, ...ids.slice(at).map((id) => ({ id, ok: false as const, code, message }))]
    }
  }
  return rows
}
