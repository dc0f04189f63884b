/** Reading what went to the provider, and what the books hold. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { pageOf } from '#contract/fields.ts'
import { type BalanceRow, transactionList, type TransactionRow } from '#contract/transactions.ts'
import { filterConditions } from '../../db/filter-sql.ts'
import { snake } from '../../db/names.ts'
import { type Page, readPage } from '../../db/page.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { mapWhole, readListing, type Whole } from '../../db/read-whole.ts'
import { allOf, keptTotal } from '../../db/table-store.ts'
import { inScope } from '../../scope.ts'
import { simulatorName } from '../providers/provider.ts'
import { money, sum } from '#domain/money/money.ts'
import { type PaymentViewer, shownPhone, type Viewer, when, wholeUnits, withinDays } from '../row-parts.ts'

type TransactionRecord = Omit<TransactionRow, 'amount'>

export type TransactionQuery = z.output<typeof transactionList.query>

/** One row per attempt, the newest first unless asked otherwise. */
export async function listTransactions(
  db: Db,
  query: TransactionQuery,
  viewer: PaymentViewer,
): Promise<Page<TransactionRow>> {
  const where = conditions(query, viewer)
  const all = keptTotal('attempt')
  const { rows, total } = await readPage<TransactionRecord>(
    db,
    { ...listing, order: orderOf(query), where },
    { ...pageOf(query), total: where ? { among: all } : all },
  )
  return { rows: rows.map((row) => asSeen(row, viewer)), total }
}

/** All that the query asks for instead of a page, in its order. */
export function wholeTransactions<T>(
  db: Kysely<unknown>,
  query: TransactionQuery,
  { viewer, use }: { viewer: PaymentViewer; use: (whole: Whole<TransactionRow>) => Promise<T> },
): Promise<T> {
  const asked = { ...listing, order: orderOf(query), where: conditions(query, viewer) }
  return readListing<TransactionRecord, T>(db, asked, (whole) => use(mapWhole(whole, (row) => asSeen(row, viewer))))
}

const { surveyId, participantId, ...ofAttempt } = transactionList.filters
const aliases = { surveyId: { table: 'survey', column: 'encoded_id' } }
const derived = {
  ...Object.fromEntries(Object.keys(ofAttempt).map((key) => [key, sql.ref(`a.${snake(key)}`)])),
  status: sql`a.state`,
  paymentId: sql`a.payable_id`,
  amount: wholeUnits('a'),
  reasonCode: sql`a.reason`,
}

/** On `attempt a`; undefined for all there are. */
function conditions(query: TransactionQuery, { scope }: PaymentViewer): RawBuilder<unknown> | undefined {
  const ofPayment = [
    inScope(scope, sql`survey_id`),
    ...filterConditions({ filters: { surveyId, participantId }, derived: {}, searched: [], aliases }, query),
  ]
  return allOf([
    when(allOf(ofPayment), (condition) => sql`a.payable_id in (select id from payable where ${condition})`),
    ...filterConditions({ filters: ofAttempt, derived, searched: [], aliases }, query),
    ...withinDays(sql`a.requested_at`, query.from, query.to),
  ])
}

function orderOf({ sort }: TransactionQuery) {
  if (sort === undefined) return { by: sql`a.id`, descending: true }
  const key = sort.replace('-', '')
  return { by: sql.ref(key === 'amount' ? 'a.amount_minor' : `a.${snake(key)}`), descending: sort.startsWith('-') }
}

/** All attempts of a payment, the newest first. */
export async function attemptsOf(db: Db, paymentId: number, viewer: Viewer): Promise<TransactionRow[]> {
  const rows = await rowsOf<TransactionRecord>(db)`
    select ${columns} from attempt a ${joins} where a.payable_id = ${paymentId} order by a.id desc`
  return rows.map((row) => asSeen(row, viewer))
}

const columns = sql`
    a.client_ref as "clientRef", a.provider_ref as "providerRef", a.provider, a.payable_id as "paymentId",
      a.no as "attemptNo", a.batch_id as "batchId", p.survey_id as "surveyId", s.title as "surveyTitle",
      case when person.id is not null then json_build_object('id', person.id, 'name', person.name) end as participant,
      m.recipient_name as "recipientName", a.msisdn as phone, a.amount_minor as "amountMinor", a.currency, a.state, a.reason as "reasonCode",
      a.requested_at as "requestedAt", a.sent_at as "sentAt", a.final_at as "finalAt",
      case when a.state = 'SUCCESSFUL' then (select min(st.imported_at) from statement_line l join statement st on st.id = l.statement_id
        where l.payable_id = a.payable_id and l.attempt_no = a.no and l.word in ('MATCHED', 'AMOUNT_DIFFERS')
          and l.change_minor = -a.amount_minor) end as "reconciledAt"`

const joins = sql`
    join payable p on p.id = a.payable_id join survey s on s.id = p.survey_id
      left join person on person.id = p.participant_id
      left join manual_payment m on p.kind = 'MANUAL' and m.payable_id = p.id`

const listing = { table: 'attempt', as: 'a', columns, joins }

function asSeen(row: TransactionRecord, viewer: Viewer): TransactionRow {
  return { ...row, ...money(row.amountMinor, row.currency), phone: shownPhone(row.phone, viewer) }
}

interface BalanceRecord {
  provider: string
  currency: string
  /** `numeric`, which comes as text. */
  available: string
  reserved: string
  spent: string
  reported: string | null
  providerReportedAt: string | null
}

/** What each float holds, has promised and has paid, by the books alone. */
export async function listBalances(db: Db): Promise<Page<BalanceRow>> {
  const rows = await rowsOf<BalanceRecord>(db)`
    select provider, currency, max(b.amount_minor) as reported, max(b.at) as "providerReportedAt",
      coalesce(sum(debits - credits) filter (where kind = 'FLOAT'), 0) as available,
      coalesce(sum(debits - credits) filter (where kind in ('HELD', 'RESERVED')), 0) as reserved,
      coalesce(sum(debits - credits) filter (where kind = 'SPENT'), 0) as spent
    from account left join provider_balance b using (provider, currency) where provider <> ${simulatorName} or (select enabled from provider where name = ${simulatorName})
    group by provider, currency order by provider, currency`
  const balances = rows.map(({ provider, currency, available, reserved, spent, reported, providerReportedAt }) => ({
    provider,
    currency,
    available: sum(BigInt(available), currency),
    reserved: sum(BigInt(reserved), currency),
    spent: sum(BigInt(spent), currency),
    providerReported: reported === null ? null : sum(BigInt(reported), currency),
    providerReportedAt,
    difference: reported === null ? null : sum(BigInt(reported) - BigInt(available) - BigInt(reserved), currency),
  }))
  return { rows: balances, total: balances.length }
}
