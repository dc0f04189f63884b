/** What calls about several records answer: row by row what became of it. */
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { AppError, errorText } from '../errors.ts'
import type { Actor } from '../http/context.ts'
import { usesSeen } from '../scope.ts'

/** By id: the number of rows that use it, by table. */
type Uses = ReadonlyMap<number, Record<string, number>>

/** What uses each of several records, as the actor may know it. */
export function allUsesSeen(uses: Uses, actor: Pick<Actor, 'permissions'>): Uses {
  return new Map(uses.entries().map(([id, by]) => [id, usesSeen(by, actor) ?? {}]))
}

/** The number of rows differs from the one that the caller saw; the answer has the new one. */
export function selectionChanged(total: number): AppError {
  return new AppError('SELECTION_CHANGED', { data: { total } })
}

/** The answer of a bulk call: every id succeeded except the refused ones; `uses` explains rows in use. */
export function bulkResult(
  ids: readonly number[],
  refused: ReadonlyMap<number, ErrorCode>,
  uses: Uses = new Map(),
): BulkResult {
  const results = ids.map((id): BulkRow => {
    const code = refused.get(id)
    if (code === undefined) return { id, ok: true, code: 'OK', message: '' }
    const usedBy = code === 'IN_USE' ? uses.get(id) : undefined
    return { id, ok: false, code, message: errorText(code), ...(usedBy ? { usedBy } : {}) }
  })
  const failed = results.filter((row) => !row.ok).length
  return { requested: ids.length, succeeded: ids.length - failed, failed, skipped: 0, results }
}
