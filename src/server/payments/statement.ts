/** Statements of the accounts: each line with the balance after it, and the days they add up to. */
import { type RawBuilder, sql } from 'kysely'
import { type AccountRow, books, type DayRow, maxStatementLines, type StatementRow } from '#contract/books.ts'
import { pageOf } from '#contract/fields.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { toDecimal } from '#domain/money.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { csvLine, csvMime } from '../excel/csv.ts'
import { type OutCell, writeWorkbook } from '../excel/write-workbook.ts'
import { on } from '../http/context.ts'
import { allOf, found } from '../records/table-store.ts'
import { inScope, type Onlooker, scopeOf } from '../scope.ts'
import { sum, when } from './row-parts.ts'

interface AccountRecord extends Omit<AccountRow, 'balance'> {
  /** `numeric`, which comes as text. */
  balance: string
}

/** The sign with which a debit counts on the account: what came in is above zero for each kind but the funder's. */
const sign = sql`case a.kind when 'FUNDER' then -1 else 1 end`

async function findAccounts(
  db: Db,
  onlooker: Onlooker,
  more: (RawBuilder<unknown> | undefined)[],
): Promise<AccountRow[]> {
  const scope = inScope(await scopeOf(db, onlooker), sql`a.survey_id`)
  const where = allOf([sql`a.batch_id is null`, when(scope, (seen) => sql`(a.survey_id is null or ${seen})`), ...more])
  const { rows } = await sql<AccountRecord>`
    select a.id, a.name, a.kind, a.provider, a.currency, (a.debits - a.credits) * ${sign} as balance,
      case when s.id is not null then json_build_object('id', s.id, 'title', s.title) end as survey
    from account a left join survey s on s.id = a.survey_id where ${where ?? sql`true`}
    order by array_position(array['FLOAT', 'FUNDER', 'FEES', 'SUSPENSE', 'SPENT'], a.kind), a.provider, a.currency, s.title,
      a.id`.execute(db)
  return rows.map((row) => ({ ...row, balance: sum(BigInt(row.balance), row.currency) }))
}

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** The lines of the account `a.id`, each side with its sign; `moment` bounds are days in UTC. */
function lines(id: number, { from, to }: Period): RawBuilder<unknown> {
  const side = (column: string, other: string, factor: number) => sql`
    select t.id, t.at, t.kind, t.payable_id, t.funding_id, t.ref, t.${sql.raw(other)} as other_id,
      t.amount_minor * ${sql.lit(factor)} * ${sign} as change
    from transfer t join account a on a.id = t.${sql.raw(column)} where t.${sql.raw(column)} = ${id}
      and ${allOf([sql`true`, when(from, (day) => sql`t.at >= ${day}::date`), when(to, (day) => sql`t.at < ${day}::date + 1`)])}`
  return sql`(${side('debit_account', 'credit_account', 1)} union all ${side('credit_account', 'debit_account', -1)})`
}

/** What the account held before and after the period, exactly. */
async function endsOf(
  db: Db,
  account: AccountRow,
  period: Period,
): Promise<{ opening: bigint; closing: bigint; n: number }> {
  const before =
    period.from === undefined
      ? sql`0`
      : sql`coalesce((select sum(change)
    from ${lines(account.id, {})} l where l.at < ${period.from}::date), 0)`
  const row = found(
    await sql<{ opening: string; change: string; n: number }>`
      select ${before} as opening, coalesce(sum(change), 0) as change, count(*) as n from ${lines(account.id, period)} l`.execute(
      db,
    ),
  )
  const opening = BigInt(row.opening)
  return { opening, closing: opening + BigInt(row.change), n: row.n }
}

interface LineRecord {
  id: number
  at: Date
  kind: string
  paymentId: number | null
  other: string
  reference: string | null
  change: string
  running: string
}

async function readLines(db: Db, account: AccountRow, period: Period, opening: bigint, page: RawBuilder<unknown>) {
  const { rows } = await sql<LineRecord>`
    select l.id, l.at, l.kind, l.payable_id as "paymentId", o.name as other, coalesce(f.reference, l.ref) as reference,
      l.change, l.running
    from (
      select *, sum(change) over (order by id, change) as running from ${lines(account.id, period)} l
      order by id, change ${page}
    ) l join account o on o.id = l.other_id left join funding f on f.id = l.funding_id
    order by l.id, l.change`.execute(db)
  return rows.map((row): StatementRow => {
    const change = BigInt(row.change)
    const { currency } = account
    return {
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      in: change > 0n ? sum(change, currency) : null,
      out: change < 0n ? sum(-change, currency) : null,
      balance: sum(opening + BigInt(row.running), currency),
      other: row.other,
      paymentId: row.paymentId,
      reference: row.reference,
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

async function readDays(db: Db, account: AccountRow, period: Period, opening: bigint, page: RawBuilder<unknown>) {
  const { rows } = await sql<DayRecord & { n: number }>`
    select *, count(*) over () as n from (
      select (l.at at time zone 'UTC')::date::text as day, coalesce(sum(change) filter (where change > 0), 0) as came,
        coalesce(-sum(change) filter (where change < 0), 0) as went,
        sum(sum(change)) over (order by (l.at at time zone 'UTC')::date) as running, count(*) as lines
      from ${lines(account.id, period)} l group by (l.at at time zone 'UTC')::date
    ) d order by day desc ${page}`.execute(db)
  const { currency } = account
  const days = rows.map((row): DayRow => {
    const [came, went] = [BigInt(row.came), BigInt(row.went)]
    const closing = opening + BigInt(row.running)
    const ends = { opening: sum(closing - came + went, currency), closing: sum(closing, currency) }
    return { day: row.day, in: sum(came, currency), out: sum(went, currency), lines: row.lines, ...ends }
  })
  return { rows: days, total: rows[0]?.n ?? 0 }
}

async function openAccount(db: Db, onlooker: Onlooker, id: number): Promise<AccountRow> {
  const [account] = await findAccounts(db, onlooker, [sql`a.id = ${id}`])
  if (!account) throw new AppError('NOT_FOUND')
  return account
}

const headings = ['id', 'at', 'kind', 'in', 'out', 'balance', 'other', 'paymentId', 'reference'] as const

const statementFile = on(books.file, async ({ db, params, query, actor }) => {
  const account = await openAccount(db, actor, params.id)
  const { opening, closing, n } = await endsOf(db, account, query)
  if (n > maxStatementLines) throw new AppError('TOO_MANY_MATCHES')
  const rows = await readLines(db, account, query, opening, sql``)
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
    const { pageSize, offset } = pageOf(query)
    const rows = await readLines(db, account, query, opening, sql`limit ${pageSize} offset ${offset}`)
    return { rows, total: n, account, opening: sum(opening, account.currency), closing: sum(closing, account.currency) }
  }),
  on(books.days, async ({ db, params, query, actor }) => {
    const account = await openAccount(db, actor, params.id)
    const { opening, closing } = await endsOf(db, account, query)
    const { pageSize, offset } = pageOf(query)
    const days = await readDays(db, account, query, opening, sql`limit ${pageSize} offset ${offset}`)
    return { ...days, account, opening: sum(opening, account.currency), closing: sum(closing, account.currency) }
  }),
  statementFile,
]
