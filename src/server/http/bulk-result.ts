/** What calls about several records answer: row by row what became of it. */
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import { errorCatalogue, type ErrorCode } from '#domain/errors.ts'
import { usesSeen } from '#domain/survey-access.ts'
import { AppError } from '../errors.ts'
import type { Actor } from './context.ts'

/** By id: by how many rows of which table it is used. */
type Uses = ReadonlyMap<number, Record<string, number>>

/** What uses each of several records, as the actor may know it. */
export function allUsesSeen(uses: Uses, { permissions }: Pick<Actor, 'permissions'>): Uses {
  return new Map(uses.entries().map(([id, by]) => [id, usesSeen(by, permissions) ?? {}]))
}

/** Not as many rows as the caller was shown; the answer says how many there are now. */
export function selectionChanged(total: number): AppError {
  return new AppError('SELECTION_CHANGED', { data: { total } })
}

/** What a bulk call answers: every id went through but those that were refused; `uses` says who uses what is in use. */
export function bulkResult(
  ids: readonly number[],
  refused: ReadonlyMap<number, ErrorCode>,
  uses: Uses = new Map(),
): BulkResult {
  const results = ids.map((id): BulkRow => {
    const code = refused.get(id)
    if (code === undefined) return { id, ok: true, code: 'OK', message: '' }
    const usedBy = code === 'IN_USE' ? uses.get(id) : undefined
    return { id, ok: false, code, message: errorCatalogue[code].message, ...(usedBy ? { usedBy } : {}) }
  })
  const failed = results.filter((row) => !row.ok).length
  return { requested: ids.length, succeeded: ids.length - failed, failed, skipped: 0, results }
}

/**
 * How a bulk call failed, in one line: how many of how many, and each reason once. Undefined when no row failed
 * (product.md §1), and for every other answer.
 */
export function bulkFailure(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('requested' in answer && 'failed' in answer)) return undefined
  const { requested, failed, results } = answer as BulkResult
  if (failed === 0) return undefined
  const reasons = new Set(results.filter((row) => !row.ok).map((row) => row.message))
  return [`${failed} of ${requested} failed.`, ...reasons].join(' ')
}
