/**
 * One record is deleted by its own call, several by the bulk call. Both end in rows of outcome, or in a job when they
 * are too many for one call. Where records have no call of their own, `remove` is the bulk call too.
 */
import type { Envelope } from '#contract/endpoint.ts'
import { type BulkResult, type BulkRow, maxBulkIds } from '#contract/fields.ts'
import { ApiError } from '../api/api-error.ts'
import { inParts, type RowId } from './in-parts.ts'
import { useSend } from '../api/query.ts'
import type { Removal } from './use-resource-list.ts'

export type Targets = { ids: readonly RowId[] } | { filter: Readonly<Record<string, string>>; expected: number }
type Outcome = { rows: readonly BulkRow[] } | { jobId: number }

export function useRemoveRows({ remove, removeMany, list }: Removal) {
  const one = useSend(remove, { refreshes: [list] })
  const many = useSend(removeMany, { refreshes: [list] })

  async function removeOne(id: RowId): Promise<BulkRow[]> {
    try {
      await one.mutateAsync({ params: { id } })
      return [{ id, ok: true, code: 'OK', message: '' }]
    } catch (error) {
      // What the server refuses is an outcome; a server that is away is not.
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const { usedBy } = (error.data ?? {}) as Pick<BulkRow, 'usedBy'>
      return [{ id, ok: false, code: error.code, message: error.message, ...(usedBy ? { usedBy } : {}) }]
    }
  }

  async function bulk(body: object): Promise<BulkResult> {
    return ((await many.mutateAsync({ body })) as Envelope<BulkResult>).data
  }

  async function removeRows(targets: Targets): Promise<Outcome> {
    if ('filter' in targets) {
      const { results, jobId } = await bulk(targets)
      return jobId ? { jobId } : { rows: results }
    }
    const [only] = targets.ids
    if (remove !== removeMany && targets.ids.length === 1 && only !== undefined) return { rows: await removeOne(only) }
    return { rows: await inParts(targets.ids, maxBulkIds, async (ids) => (await bulk({ ids })).results) }
  }

  return { removeRows, isPending: one.isPending || many.isPending }
}

/** 409: how many match by now; undefined for any other failure. */
export function changedCount(thrown: unknown): number | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'SELECTION_CHANGED') return undefined
  return (thrown.data as { total?: number } | undefined)?.total
}
