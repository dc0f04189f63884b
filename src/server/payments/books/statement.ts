/** Statements of the accounts: each line with the balance after it, and the days they add up to. */
import { type RawBuilder, sql } from 'kysely'
import { type AccountRow, books, type DayRow, maxStatementLines, type StatementRow } from '#contract/books.ts'
import { pageOf } from '#contract/fields.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { sum, toDecimal } from '#domain/money/money.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { csvLine, csvMime } from '../../excel/csv.ts'
import { type OutCell, writeWorkbook } from '../../excel/write-workbook.ts'
import { on } from '../../http/context.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope, type Onlooker, scopeOf, type SurveyScope } from '../../scope.ts'
import { when, withinDays } from '../row-parts.ts'

interface AccountRecord extends Omit<AccountRow, 'balance' | 'pending'> {
  /** `numeric`, which comes as text. */
  balance: string
  pending: string | null
}

/** The sign with which a debit counts on the account: what came in is above zero, but on the opening's and the funder's. */
const sign = sql`case a.normal_side when 'CREDIT' then -1 else 1 end`

async function findAccounts(
  db: Db,
  onlooker: Onlooker,
  more: (RawBuilder<unknown> | undefined)[],
): Promise<AccountRow[]> {
  const scope = inScope(await scopeOf(db, onlooker), sql`a.survey_id`)
  const where = allOf([sql`a.batch_id is null`, when(scope, (seen) => sql`(a.survey_id is null or ${seen})`), ...more])
  const rows = await rowsOf<AccountRecord>(db)`
    select a.id, a.name, a.kind, a.provider, a.currency, (a.debits - a.credits) * ${sign} as balance,
      case a.kind when 'FLOAT' then (select sum(o.credits - o.debits) from account o
        where o.provider = a.provider and o.currency = a.currency and o.batch_id is null) end as pending,
      case when s.id is not null then json_build_object('id', s.id, 'title', s.title) end as survey
    from account a left join survey s on s.id = a.survey_id where ${where ?? sql`true`}
    order by array_position(array['FLOAT', 'OPENING', 'FUNDER', 'FEES', 'SUSPENSE', 'SPENT'], a.kind), a.provider, a.currency, s.title,
      a.id`
  return rows.map((row) => ({
    ...row,
    balance: sum(BigInt(row.balance), row.currency),
    pending: row.pending === null ? null : sum(BigInt(row.pending), row.currency),
  }))
}

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/**
 * `id, factor`: whose transfers are the lines of a statement, and how a debit counts in it. A float has the lines that its
 * provider has: what came in from outside or went out, on the accounts there. What is set aside for payments moved nothing.
 */
function booksOf({ id, kind, provider, currency }: AccountRow): RawBuilder<unknown> {
  if (kind !== 'FLOAT') return sql`(select a.id, ${sign} as factor from account a where a.id = ${id}) book`
  return sql`(select id, -1 as factor from account
    where provider = ${provider} and currency = ${currency} and batch_id is null and kind <> 'FLOAT') book`
}

/** The lines of a period, in no order; bounds are days in UTC. `first`: the number of oldest lines on each side; all without it. */
export function lines(account: AccountRow, { from, to }: Period, first: number | undefined): RawBuilder<unknown> {
  const side = (column: string, other: string, factor: number) => sql`
    (select t.id, t.at, t.kind, t.payable_id, t.attempt_no, t.funding_id,
      t.${sql.raw(account.kind === 'FLOAT' ? column : other)} as other_id, t.amount_minor * ${sql.lit(factor)} * book.factor as change
    from transfer t where t.${sql.raw(column)} = book.id
      and ${allOf([sql`true`, ...withinDays(sql`t.at`, from, to)])} ${first === undefined ? sql`` : sql`order by t.at, t.id limit ${first}`})`
  return sql`${booksOf(account)} cross join lateral (
    ${side('debit_account', 'credit_account', 1)} union all ${side('credit_account', 'debit_account', -1)})`
}

/** An item of FROM, named `each`: the days of a statement with what came in, what went out and how many lines. */
function daysOf(account: AccountRow, { from = '-infinity', to = 'infinity' }: Period): RawBuilder<unknown> {
  return sql`
    (select d.day, sum(case book.factor when 1 then d.debits else d.credits end) as came,
      sum(case book.factor when 1 then d.credits else d.debits end) as went, sum(d.debit_lines + d.credit_lines)::bigint as lines
    from ${booksOf(account)} join account_day d on d.account_id = book.id
    where d.day between ${from}::date and ${to}::date group by d.day) each`
}

/** What the account held before and after the period, exactly, and how many lines are between. */
export async function endsOf(
  db: Db,
  account: AccountRow,
  { from = '-infinity', to }: Period,
): Promise<{ opening: bigint; closing: bigint; n: number }> {
  const row = await rowOf<{ opening: string; closing: string; n: number }>(db)`
      select coalesce(sum(came - went) filter (where day < ${from}::date), 0) as opening, coalesce(sum(came - went), 0) as closing,
        coalesce(sum(lines) filter (where day >= ${from}::date), 0)::bigint as n
      from ${daysOf(account, { to })}`
  return { opening: BigInt(row.opening), closing: BigInt(row.closing), n: row.n }
}

interface LineRecord {
  id: number
  at: string
  kind: string
  paymentId: number | null
  other: string
  reference: string | null
  providerReference: string | null
  change: string
  running: string
}

interface LinePage {
  pageSize: number
  offset: number
}

/** The last day on which no more lines came before than are skipped: the lines are read from there on. */
async function startOf(db: Db, account: AccountRow, period: Period, offset: number) {
  const rows = await rowsOf<{ day: string; before: number; held: string }>(db)`
    select day::text, before, held from (
      select day, coalesce(sum(lines) over earlier, 0)::bigint as before, coalesce(sum(came - went) over earlier, 0) as held
      from ${daysOf(account, period)} window earlier as (order by day rows between unbounded preceding and 1 preceding)
    ) day where before <= ${offset} order by day.day desc limit 1`
  return rows[0]
}

interface Reading {
  period: Period
  opening: bigint
  page: LinePage
  /** Payments of surveys out of it are lines without their names. */
  scope: SurveyScope
}

async function readLines(
  db: Db,
  account: AccountRow,
  { period, opening, page, scope }: Reading,
): Promise<StatementRow[]> {
  const { pageSize, offset } = page
  const start = await startOf(db, account, period, offset)
  if (!start) return []
  const skipped = offset - start.before
  const read = lines(account, { ...period, from: start.day }, skipped + pageSize)
  const survey = sql`coalesce(o.survey_id, p.survey_id)`
  const seen = sql`(${survey} is null or ${inScope(scope, survey) ?? sql`true`})`
  const rows = await rowsOf<LineRecord>(db)`
    select l.id, l.at, l.kind, case when ${seen} then l.payable_id end as "paymentId",
      case when ${seen} then o.name else o.kind end as other,
      coalesce(f.reference, a.client_ref::text) as reference, a.provider_ref as "providerReference", l.change, l.running
    from (
      select l.*, sum(change) over (order by at, l.id, other_id) as running from ${read} l
      order by at, l.id, other_id limit ${pageSize} offset ${skipped}
    ) l join account o on o.id = l.other_id left join funding f on f.id = l.funding_id left join payable p on p.id = l.payable_id
      left join attempt a on a.payable_id = l.payable_id and a.no = l.attempt_no and ${seen}
    order by l.at, l.id, l.other_id`
  return rows.map((row): StatementRow => {
    const change = BigInt(row.change)
    const { currency } = account
    return {
      id: row.id,
      at: row.at,
      kind: row.kind,
      in: change > 0n ? sum(change, currency) : null,
      out: change < 0n ? sum(-change, currency) : null,
      balance: sum(opening + BigInt(start.held) + BigInt(row.running), currency),
      other: row.other,
      paymentId: row.paymentId,
      reference: row.reference,
      providerReference: row.providerReference,
    }
  })
}

interface DayRecord {
  day: string
  came: string
  went: string
  running: string
  lines: number
}

async function readDays(db: Db, account: AccountRow, { period, opening, page }: Omit<Reading, 'scope'>) {
  const rows = await rowsOf<DayRecord & { n: number }>(db)`
    select day::text, came, went, sum(came - went) over (order by each.day) as running, lines, count(*) over () as n
    from ${daysOf(account, period)} order by each.day desc limit ${page.pageSize} offset ${page.offset}`
  const { currency } = account
  const days = rows.map((row): DayRow => {
    const [came, went] = [BigInt(row.came), BigInt(row.went)]
    const closing = opening + BigInt(row.running)
    const ends = { opening: sum(closing - came + went, currency), closing: sum(closing, currency) }
    return { day: row.day, in: sum(came, currency), out: sum(went, currency), lines: row.lines, ...ends }
  })
  return { rows: days, total: rows[0]?.n ?? 0 }
}

export async function openAccount(db: Db, onlooker: Onlooker, id: number): Promise<AccountRow> {
  const [account] = await findAccounts(db, onlooker, [sql`a.id = ${id}`])
  if (!account) throw new AppError('NOT_FOUND')
  return account
}

const headings = [
  'id',
  'at',
  'kind',
  'in',
  'out',
  'balance',
  'other',
  'paymentId',
  'reference',
  'providerReference',
] as const

const statementFile = on(books.file, async ({ db, params, query, actor }) => {
  const account = await openAccount(db, actor, params.id)
  const { opening, closing, n } = await endsOf(db, account, query)
  if (n > maxStatementLines) throw new AppError('TOO_MANY_MATCHES')
  const rows = await readLines(db, account, {
    period: query,
    opening,
    page: { pageSize: n, offset: 0 },
    scope: await scopeOf(db, actor),
  })
  const end = (at: string, minor: bigint): OutCell[] => [null, at, null, null, null, toDecimal(minor, account.currency)]
  const table: OutCell[][] = [
    [...headings],
    end('opening', opening),
    ...rows.map((row) =>
      headings.map((name) => {
        const value = row[name]
        return typeof value === 'object' && value !== null ? value.amount : value
      }),
    ),
    end('closing', closing),
  ]
  const name = account.name.replaceAll(':', '-')
  const disposition = 'attachment' as const
  if (query.format !== 'xlsx') {
    const text = table.map((cells) => csvLine(cells.map((cell) => (cell === null ? '' : String(cell)))))
    // With the mark by which Excel knows UTF-8.
    return { name: `${name}.csv`, mime: csvMime, disposition, bytes: Buffer.from(`\uFEFF${text.join('')}`) }
  }
  const sheet = { name: 'statement', columns: headings.map(() => ({ width: 22 })), rows: table, headings: 1 }
  return {
    name: `${name}.xlsx`,
    mime: xlsxMime,
    disposition,
    bytes: await writeWorkbook({ sheets: [sheet], names: {} }),
  }
})

export const bookRoutes = [
  on(books.accounts, async ({ db, query, actor }) => {
    const rows = await findAccounts(db, actor, [when(query.surveyId, (id) => sql`a.survey_id = ${id}`)])
    return { rows, total: rows.length }
  }),
  on(books.statement, async ({ db, params, query, actor }) => {
    const account = await openAccount(db, actor, params.id)
    const { opening, closing, n } = await endsOf(db, account, query)
    const rows = await readLines(db, account, {
      period: query,
      opening,
      page: pageOf(query),
      scope: await scopeOf(db, actor),
    })
    return { rows, total: n, account, opening: sum(opening, account.currency), closing: sum(closing, account.currency) }
  }),
  on(books.days, async ({ db, params, query, actor }) => {
    const account = await openAccount(db, actor, params.id)
    const { opening, closing } = await endsOf(db, account, query)
    const days = await readDays(db, account, { period: query, opening, page: pageOf(query) })
    return { ...days, account, opening: sum(opening, account.currency), closing: sum(closing, account.currency) }
  }),
  statementFile,
]
