/** Bulk deletion by ids, or by a filter while it matches as many rows as the caller saw. */
import { type BulkResult, maxBulkIds } from '#contract/fields.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ListQuery } from '../db/table-store.ts'
import { AppError } from '../errors.ts'
import { deleteRecords } from './delete-records.ts'
import { startBulk } from '../jobs/start.ts'
import { allUsesSeen, bulkResult, selectionChanged } from './bulk-result.ts'
import type { Context } from '../http/context.ts'
import { type RecordSet, titlesOf } from './record-set.ts'
import { rowOf, rowsOf } from '../db/pool.ts'

/** The body is `{ids}` or `{filter, expected}`; the contract lets no other pass. */
interface Choice {
  ids?: number[]
  filter?: ListQuery
  expected?: number
}

/** Rows in use are refused by name, the others are deleted; the answer gives the outcome of each row. */
export async function removeMany(context: Context<Endpoint>, records: RecordSet): Promise<BulkResult> {
  const { ids, filter = {}, expected = 0 } = context.body as Choice
  if (ids) return removeThese(context, records, [...new Set(ids)])
  const { db, actor } = context
  // The counts that a filter leads to are for readers of the list.
  const { read: needs } = records.resource
  if (!actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
  const scope = await records.scope?.(db, actor)
  const matching = records.store.idsOf(filter, scope)
  const total = await records.store.count(db, filter, scope)
  if (total > maxBulkIds) {
    if (total !== expected) throw selectionChanged(total)
    return removeLater(context, records, { matching, total })
  }
  // Locked, so that a row which stops matching before it is removed is not among them. A job locks batch by batch.
  const rows = await rowsOf<{ id: number }>(db)`${matching} order by id limit ${maxBulkIds + 1} for update`
  if (rows.length !== expected) throw selectionChanged(rows.length)
  return removeThese(
    context,
    records,
    rows.map((row) => row.id),
  )
}

async function removeThese(
  context: Context<Endpoint>,
  records: RecordSet,
  ids: readonly number[],
): Promise<BulkResult> {
  const { resource, store, remove } = records
  const { refused, uses } = await remove(context, ids)
  if (refused.size === ids.length)
    context.audit({ action: `${resource.path}.delete`, subjectType: store.table, after: { refused: ids } })
  const result = bulkResult(ids, refused, allUsesSeen(uses, context.actor))
  const titles = await titlesOf(context.db, context.actor, records, [...refused.keys()])
  return { ...result, results: result.results.map((row) => titled(row, titles)) }
}

function titled<Row extends { id: number | string }>(row: Row, titles: ReadonlyMap<number, string>): Row {
  const title = titles.get(Number(row.id))
  return title === undefined ? row : { ...row, title }
}

interface Matching {
  matching: ReturnType<RecordSet['store']['idsOf']>
  total: number
}

/** More than one call does: the rows of this moment, removed by a job. */
async function removeLater(
  context: Context<Endpoint>,
  records: RecordSet,
  { matching, total }: Matching,
): Promise<BulkResult> {
  const { path } = records.resource
  const jobId = await startBulk(
    context,
    deleteRecords(() => records),
    { path },
    matching,
    { subject: path },
  )
  const frozen = (await rowOf<{ n: number }>(context.db)`select total as n from job where id = ${jobId}`).n
  if (frozen !== total) throw selectionChanged(frozen)
  return { requested: total, succeeded: 0, failed: 0, skipped: 0, results: [], jobId }
}
