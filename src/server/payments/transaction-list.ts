/** Reading what went to the provider, and what the books hold. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import type { BalanceRow, payments, TransactionRow } from '#contract/payments.ts'
import type { Db } from '../db/pool.ts'
import { allOf, countWhere, keptCount, type Page, pageWindow } from '../records/table-store.ts'
import { inScope } from '../scope.ts'
import { money, type PaymentViewer, shownPhone, sum, type Viewer, when, withinDays } from './row-parts.ts'

type TransactionRecord = Omit<TransactionRow, 'amount' | 'requestedAt' | 'sentAt' | 'finalAt'> & {
  requestedAt: Date
  sentAt: Date | null
  finalAt: Date | null
}

/** One row per attempt, the newest first. */
export async function listTransactions(
  db: Db,
  query: z.output<typeof payments.transactions.query>,
  viewer: PaymentViewer,
): Promise<Page<TransactionRow>> {
  const { pageSize, offset } = pageOf(query)
  const seen = inScope(viewer.scope, sql`survey_id`)
  const where = allOf([
    when(seen, (condition) => sql`payable_id in (select id from payable where ${condition})`),
    when(query.status, (states) => sql`state = any(${states})`),
    when(query.provider, (provider) => sql`provider = ${provider}`),
    ...withinDays(sql`requested_at`, query.from, query.to),
  ])
  const total = where ? await countWhere(db, 'attempt', where) : await keptCount(db, 'attempt')
  const { limit, offset: skipped, direction } = pageWindow(total, offset, pageSize, true)
  if (limit === 0) return { rows: [], total }
  const page = sql`
    select id from attempt ${where ? sql`where ${where}` : sql``} order by id ${direction} limit ${limit} offset ${skipped}`
  return { rows: await readTransactions(db, sql`a.id in (${page})`, viewer), total }
}

/** All attempts of a payment, the newest first. */
export function attemptsOf(db: Db, paymentId: number, viewer: Viewer): Promise<TransactionRow[]> {
  return readTransactions(db, sql`a.payable_id = ${paymentId}`, viewer)
}

async function readTransactions(db: Db, where: RawBuilder<unknown>, viewer: Viewer): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRecord>`
    select a.client_ref as "clientRef", a.provider_ref as "providerRef", a.provider, a.payable_id as "paymentId",
      a.no as "attemptNo", a.batch_id as "batchId", p.survey_id as "surveyId", s.title as "surveyTitle",
      case when person.id is not null then json_build_object('id', person.id, 'name', person.name) end as participant,
      a.msisdn as phone, a.amount_minor as "amountMinor", a.currency, a.state, a.reason as "reasonCode",
      a.requested_at as "requestedAt", a.sent_at as "sentAt", a.final_at as "finalAt"
    from attempt a join payable p on p.id = a.payable_id join survey s on s.id = p.survey_id
      left join person on person.id = p.participant_id
    where ${where} order by a.id desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    ...money(row.amountMinor, row.currency),
    phone: shownPhone(row.phone, viewer),
    requestedAt: row.requestedAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    finalAt: row.finalAt?.toISOString() ?? null,
  }))
}

interface BalanceRecord {
  provider: string
  currency: string
  /** `numeric`, which comes as text. */
  available: string
  reserved: string
  spent: string
}

/** What each float holds, has promised and has paid, by the books alone. */
export async function listBalances(db: Db): Promise<Page<BalanceRow>> {
  const { rows } = await sql<BalanceRecord>`
    select provider, currency,
      coalesce(sum(debits - credits) filter (where kind = 'FLOAT'), 0) as available,
      coalesce(sum(debits - credits) filter (where kind in ('HELD', 'RESERVED')), 0) as reserved,
      coalesce(sum(debits - credits) filter (where kind = 'SPENT'), 0) as spent
    from account group by provider, currency order by provider, currency`.execute(db)
  const balances = rows.map(({ provider, currency, available, reserved, spent }) => ({
    provider,
    currency,
    available: sum(BigInt(available), currency),
    reserved: sum(BigInt(reserved), currency),
    spent: sum(BigInt(spent), currency),
  }))
  return { rows: balances, total: balances.length }
}
