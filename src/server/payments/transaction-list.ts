/** Reading what went to the provider, and what the books hold. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BalanceRow, payments, TransactionRow } from '#contract/payments.ts'
import { pageOf } from '#contract/fields.ts'
import { toDecimal } from '#domain/money.ts'
import { maskPhone } from '#domain/phone.ts'
import type { Db } from '../db/pool.ts'
import { allOf, countWhere, keptCount, type Page, pageWindow } from '../db/table-store.ts'

type Query = z.output<typeof payments.transactions.query>

interface Viewer {
  permissions: ReadonlySet<string>
}

type TransactionRecord = Omit<TransactionRow, 'amount' | 'requestedAt' | 'sentAt' | 'finalAt'> & {
  requestedAt: Date
  sentAt: Date | null
  finalAt: Date | null
}

/** One row per attempt, the newest first. */
export async function listTransactions(db: Db, query: Query, viewer: Viewer): Promise<Page<TransactionRow>> {
  const { pageSize, offset } = pageOf(query)
  const where = allOf([
    query.status && sql`state = any(${query.status})`,
    query.provider && sql`provider = ${query.provider}`,
    query.from && sql`requested_at >= ${query.from}::date`,
    query.to && sql`requested_at < ${query.to}::date + 1`,
  ])
  const total = where ? await countWhere(db, 'attempt', where) : await keptCount(db, 'attempt')
  const { limit, offset: skipped, direction, restore } = pageWindow(total, offset, pageSize, true)
  const page = sql`
    select id from attempt ${where ? sql`where ${where}` : sql``} order by id ${direction} limit ${limit} offset ${skipped}`
  const rows = await readTransactions(db, sql`a.id in (${page})`, viewer)
  return { rows, total }
}
