import { pageOf } from '#contract/fields.ts'
import { deepestRow, logs } from '#contract/logs.ts'
import { problem } from '#contract/problems.ts'
import { changesBetween } from '#domain/changes.ts'
import { maskPhone, seesPhones } from '#domain/phone.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { listLogs } from './log-store.ts'

const list = on(logs.list, async ({ db, query, actor }) => {
  const { cursor, ...filter } = query
  const { pageSize, offset } = pageOf(query)
  if (cursor === undefined && offset + pageSize > deepestRow) {
    const errors = [problem('page', 'TOO_BIG', Math.floor(deepestRow / pageSize))]
    throw new AppError('VALIDATION_FAILED', { errors })
  }
  const { rows, total, nextCursor } = await listLogs(db, filter, { pageSize, offset, cursor })
  const seen = seesPhones(actor.permissions) ? (value: unknown) => value : withoutPhones
  const shown = rows.map((row) => {
    const [before, after] = [seen(row.before), seen(row.after)]
    return { ...row, before, after, changes: changesBetween(before, after) }
  })
  return { rows: shown, total, nextCursor }
})

/** Phone numbers anywhere in a value, masked. */
function withoutPhones(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\+[1-9]\d{6,14}(?!\d)/g, maskPhone)
  if (Array.isArray(value)) return value.map(withoutPhones)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutPhones(inner)]))
}

export const logRoutes = [list]
