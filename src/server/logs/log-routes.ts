import { pageOf } from '#contract/fields.ts'
import { deepestRow, logList, logs } from '#contract/logs.ts'
import { problem } from '#domain/problems.ts'
import { phonesFor } from '../people/person-view.ts'
import { AppError } from '../errors.ts'
import { mapWhole } from '../db/read-whole.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { verifyAudit } from './verify-audit.ts'
import { lineOf, rowSeen } from './log-row.ts'
import { listLogs, type LogQuery, wholeTrail } from './log-store.ts'
import { withNames } from './subject-names.ts'

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
  return { rows: await withNames(db, seen, actor), total, nextCursor }
})

const exported: ExportedList = {
  path: logList.path,
  table: 'audit',
  row: logList.file,
  export: logs.export,
  belongsTo: 'NOTHING',
  phones: phonesFor,
  whole: ({ db, actor }, query, use) =>
    wholeTrail(db, query as LogQuery, (whole) => use(mapWhole(whole, (row) => lineOf(row, phonesFor(actor))))),
}

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

export const logRoutes = [list, exportRoute(exported), verify]
