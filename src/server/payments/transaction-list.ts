/** Reading what went to the provider, and what the books hold. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import type { BalanceRow, payments, TransactionRow } from '#contract/payments.ts'
import { type Page, readPage } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { allOf, keptTotal } from '../records/table-store.ts'
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
  const seen = inScope(viewer.scope, sql`survey_id`)
  const where = allOf([
    when(seen, (condition) => sql`payable_id in (select id from payable where ${condition})`),
    when(query.status, (states) => sql`state = any(${states})`),
    when(query.provider, (provider) => sql`provider = ${provider}`),
    ...withinDays(sql`requested_at`, query.from, query.to),
  ])
  const all = keptTotal('attempt')
  const { rows, total } = await readPage<TransactionRecord>(
    db,
    { table: 'attempt', as: 'a', order: { by: sql`a.id`, descending: true }, columns, joins, where },
    { ...pageOf(query), total: where ? { among: all } : all },
  )
  return { rows: rows.map((row) => asSeen(row, viewer)), total }
}

/** All attempts of a payment, the newest first. */
export async function attemptsOf(db: Db, paymentId: number, viewer: Viewer): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRecord>`
    select ${columns} from attempt a ${joins} where a.payable_id = ${paymentId} order by a.id desc`.execute(db)
  return rows.map((row) => asSeen(row, viewer))
}

const columns = sql`
    a.client_ref as "clientRef", a.provider_ref as "providerRef", a.provider, a.payable_id as "paymentId",
      a.no as "attemptNo", a.batch_id as "batchId", p.survey_id as "surveyId", s.title as "surveyTitle",
      case when person.id is not null then json_build_object('id', person.id, 'name', person.name) end as participant,
      a.msisdn as phone, a.amount_minor as "amountMinor", a.currency, a.state, a.reason as "reasonCode",
      a.requested_at as "requestedAt", a.sent_at as "sentAt", a.final_at as "finalAt"`

const joins = sql`
    join payable p on p.id = a.payable_id join survey s on s.id = p.survey_id
      left join person on person.id = p.participant_id`

function asSeen(row: TransactionRecord, viewer: Viewer): TransactionRow {
  return {
    ...row,
    ...money(row.amountMinor, row.currency),
    phone: shownPhone(row.phone, viewer),
    requestedAt: row.requestedAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    finalAt: row.finalAt?.toISOString() ?? null,
  }
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
