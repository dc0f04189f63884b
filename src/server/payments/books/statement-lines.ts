/** The statements that were taken in, and their lines as a reader sees them. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { type ImportedStatement, type StatementLineRow, statements } from '#contract/statements.ts'
import { sum } from '#domain/money/money.ts'
import { type Group, type StatementWord, statementWords } from '#domain/money/reconcile.ts'
import { fixed } from '../../db/fixed.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { allOf, found } from '../../db/table-store.ts'
import { on } from '../../http/context.ts'
import { inScope, type SurveyScope } from '../../scope.ts'
import { viewerOf, type Viewer, when } from '../row-parts.ts'
import type { FloatOf } from './movements.ts'

/** A line and what it was beside our books, before it is shown or after it was kept. */
export interface LineFacts extends Omit<StatementLineRow, 'theirs' | 'ours' | 'suggestedId'> {
  phone: string | null
  /** Minor units. */
  change: number
  ours: number
  isSeen: boolean
}

/** On `attempt a, statement_line l, statement s`: the line gives back what this try paid. */
export const isGivenBack = fixed(sql`(l.word = 'MISSING_HERE' and a.provider = s.provider and a.currency = s.currency
  and a.amount_minor = l.change_minor and (a.provider_ref = l.provider_ref or a.client_ref =
    case when replace(l.our_ref, '-', '') ~* '^[0-9a-f]{32}$' then replace(l.our_ref, '-', '')::uuid end))`)

/**
 * On `statement_line l, statement s`: two people booked what it says under its reference, or it turned out to be so. A fee has the
 * request of its file.
 */
export const isSettled = fixed(sql`(case l.word when 'MATCHED' then true
  when 'FEE' then exists (select from funding f where f.id = s.funding_id and f.status = 'CONFIRMED')
  when 'MISSING_THERE' then exists (select from statement_line o where o.word in ('MATCHED', 'AMOUNT_DIFFERS')
    and (o.payable_id = l.payable_id and o.attempt_no = l.attempt_no or o.funding_id = l.funding_id)
    and (o.change_minor + o.ours_minor > 0) = (l.ours_minor > 0))
  else l.word = 'AMOUNT_DIFFERS' and exists (select from attempt a where a.payable_id = l.payable_id and a.no = l.attempt_no
      and a.state = 'SUCCESSFUL' and a.amount_minor = -l.change_minor)
    or exists (select from attempt a join transfer t on t.payable_id = a.payable_id and t.attempt_no = a.no and t.kind = 'reverse'
      where ${isGivenBack})
    or exists (select from funding f where f.status = 'CONFIRMED' and lower(f.reference) = lower(coalesce(l.provider_ref, l.our_ref))
      and coalesce(f.from_provider, f.into_provider) = s.provider and coalesce(f.from_currency, f.into_currency) = s.currency) end)`)

type Reader = Viewer & { scope: SurveyScope }

export async function asRows(
  db: Db,
  { provider, currency }: FloatOf,
  { lines, reader }: { lines: readonly LineFacts[]; reader: Reader },
): Promise<StatementLineRow[]> {
  const unknown = lines.map((line) => (line.word === 'MISSING_HERE' && line.change < 0 ? line : undefined))
  const seen = inScope(reader.scope, sql`p.survey_id`) ?? sql`true`
  // The last eight digits: files write phones with and without their country.
  const suggested = await rowsOf<{ place: number; id: number }>(db)`
    select l.place::int, min(a.payable_id) as id
    from unnest(${unknown.map((line) => line?.phone?.slice(-8) ?? null)}::text[], ${unknown.map((line) => -(line?.change ?? 0))}::bigint[],
      ${unknown.map((line) => line?.at ?? null)}::timestamptz[]) with ordinality as l (phone, amount, at, place)
    join attempt a on a.amount_minor = l.amount and right(a.msisdn, 8) = l.phone and a.provider = ${provider} and a.currency = ${currency}
      and a.requested_at between l.at - interval '2 days' and l.at + interval '1 day'
    join payable p on p.id = a.payable_id and ${seen}
    where length(l.phone) = 8 and not exists (select from statement_line s where s.payable_id = a.payable_id
      and s.attempt_no = a.no and s.word in ('MATCHED', 'AMOUNT_DIFFERS'))
    group by 1`
  const suggestions = new Map(suggested.map(({ place, id }) => [place - 1, id]))
  const showsPeople = reader.permissions.has('payments.viewPhone')
  return lines.map(({ phone: _phone, isSeen, ...line }, place) => ({
    ...line,
    ourRef: isSeen ? line.ourRef : null,
    providerRef: isSeen ? line.providerRef : null,
    description: isSeen && showsPeople ? line.description : null,
    theirs: sum(BigInt(line.change), currency),
    ours: sum(BigInt(line.ours), currency),
    paymentId: isSeen ? line.paymentId : null,
    suggestedId: suggestions.get(place) ?? null,
  }))
}

export function shownGroups(groups: readonly Group[], currency: string) {
  return groups.map((group) => ({ ...group, theirs: sum(group.theirs, currency), ours: sum(group.ours, currency) }))
}

type StatementRecord = Omit<ImportedStatement, 'groups' | 'known'> & {
  /** Sums of the groups, as text. */
  counted: { word: StatementWord; count: number; theirs: string; ours: string }[]
}

export async function findStatements(
  db: Db,
  where: RawBuilder<unknown> | undefined,
  { pageSize, offset } = { pageSize: 1, offset: 0 },
): Promise<ImportedStatement[]> {
  const rows = await rowsOf<StatementRecord>(db)`
    select s.id, s.provider, s.currency, s.rows, s.first_at as "firstAt", s.last_at as "lastAt",
      s.imported_at as "importedAt", s.funding_id as "fundingId", json_build_object('id', f.id, 'name', f.name) as file,
      json_build_object('id', p.id, 'name', p.name) as "importedBy",
      (select coalesce(json_agg(g), '[]') from (select word, count(*), sum(change_minor)::text as theirs, sum(ours_minor)::text as ours
        from statement_line l where l.statement_id = s.id group by word) g) as counted
    from statement s join file f on f.id = s.file_id join person p on p.id = s.imported_by
    where ${where ?? sql`true`} order by s.id desc limit ${pageSize} offset ${offset}`
  return rows.map(({ counted, ...row }) => {
    const groups = statementWords.map((word): Group => {
      const { count = 0, theirs = '0', ours = '0' } = counted.find((one) => one.word === word) ?? {}
      return { word, count, theirs: BigInt(theirs), ours: BigInt(ours) }
    })
    return {
      ...row,
      known: row.rows - groups.reduce((all, { word, count }) => all + (word === 'MISSING_THERE' ? 0 : count), 0),
      groups: shownGroups(groups, row.currency),
    }
  })
}

interface Page {
  pageSize: number
  offset: number
}

/** Of one statement, in the order of the groups, then of the file. */
export async function keptLines(
  db: Db,
  where: RawBuilder<unknown>,
  page: Page,
  { scope }: Reader,
): Promise<LineFacts[]> {
  const seen = inScope(scope, sql`p.survey_id`)
  const rows = await rowsOf<LineFacts>(db)`
    select l.word, l.row, l.at, l.our_ref as "ourRef", l.provider_ref as "providerRef", l.phone, l.description,
      l.change_minor as change, l.ours_minor as ours, l.payable_id as "paymentId", l.funding_id as "fundingId",
      ${seen ? sql`(l.payable_id is null or ${seen})` : sql`true`} as "isSeen", ${isSettled} as "isSettled"
    from statement_line l join statement s on s.id = l.statement_id left join payable p on p.id = l.payable_id where ${where}
    order by array_position(${[...statementWords]}::text[], l.word), l.id limit ${page.pageSize} offset ${page.offset}`
  return rows
}

export const statementRoutes = [
  on(statements.list, async ({ db, query }) => {
    const where = when(
      query.accountId,
      (id) => sql`(s.provider, s.currency) = (select a.provider, a.currency from account a where a.id = ${id})`,
    )
    const counted = sql<{ n: number }>`select count(*)::int as n from statement s where ${where ?? sql`true`}`
    return { rows: await findStatements(db, where, pageOf(query)), total: found(await counted.execute(db)).n }
  }),
  on(statements.lines, async ({ db, params, query, actor }) => {
    const statement = found({ rows: await findStatements(db, sql`s.id = ${params.id}`) })
    const where =
      allOf([sql`l.statement_id = ${params.id}`, when(query.word, (word) => sql`l.word = ${word}`)]) ?? sql`true`
    const reader = await viewerOf(db, actor)
    const lines = await keptLines(db, where, pageOf(query), reader)
    const asked = statement.groups.filter(({ word }) => query.word === undefined || word === query.word)
    const total = asked.reduce((all, { count }) => all + count, 0)
    return { rows: await asRows(db, statement, { lines, reader }), total, statement }
  }),
]
