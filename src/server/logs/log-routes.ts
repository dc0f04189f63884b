import { pageOf } from '#contract/fields.ts'
import { deepestRow, logs } from '#contract/logs.ts'
import { problem } from '#domain/problems.ts'
import { phonesFor } from '../people/person-view.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { verifyAudit } from './verify-audit.ts'
import { trailCsv } from './log-csv.ts'
import { rowSeen } from './log-row.ts'
import { exportLogs, listLogs } from './log-store.ts'
import { subjectNames } from './subject-names.ts'

const list = on(logs.list, async ({ db, query, actor }) => {
  const { cursor, ...filter } = query
  const { pageSize, offset } = pageOf(query)
  if (cursor === undefined && offset + pageSize > deepestRow) {
    const errors = [problem('page', 'TOO_BIG', Math.floor(deepestRow / pageSize))]
    throw new AppError('VALIDATION_FAILED', { errors })
  }
  const { rows, total, nextCursor } = await listLogs(db, filter, { pageSize, offset, cursor })
  const phones = phonesFor(actor)
  const seen = rows.map((row) => rowSeen(row, phones))
  const nameOf = await subjectNames(db, seen, actor)
  return { rows: seen.map((row) => ({ ...row, subjectName: nameOf(row) })), total, nextCursor }
})

const exportRoute = on(logs.export, async ({ db, query, write, audit }) => {
  const phones = await write((_, actor) => {
    const seen = phonesFor(actor)
    audit({ action: 'logs.export', subjectType: 'audit', after: { ...query, phones: seen } })
    return Promise.resolve(seen)
  })
  const bytes = trailCsv(exportLogs(db, query), phones)
  return { name: 'audit-trail.csv', mime: 'text/csv; charset=utf-8', disposition: 'attachment' as const, bytes }
})

/** A call that computes blocks again answers about as fast as people wait; a block is some 50,000 rows. */
const verifyMs = 3000

const verify = on(logs.verify, async ({ db, query }) => {
  const { blocks, rows, unsealed, next, broken } = await verifyAudit(db, {
    after: query.after ?? 0,
    withinMs: verifyMs,
  })
  return {
    blocks,
    rows,
    unsealed,
    next: next ?? null,
    broken: broken ? { block: broken.block ?? null, reason: broken.reason } : null,
  }
})

export const logRoutes = [list, exportRoute, verify]
