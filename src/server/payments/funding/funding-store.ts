/** The requests to move money into floats and out of them, as they are stored and read. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import type { FundingRow } from '#contract/floats.ts'
import { type FundingCounter, fundingRefusal, fundingRight, type FundingStatus } from '#domain/money/funding.ts'
import type { FloatSide, Funding } from '#domain/money/ledger.ts'
import type { Page } from '../../db/page.ts'
import { type Db, rowOf } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { sum } from '#domain/money/money.ts'

interface FundingActor {
  id: number
  permissions: ReadonlySet<string>
}

export interface NewFunding {
  from: FloatSide | undefined
  into: FloatSide | undefined
  counter: FundingCounter
  reference: string
  day: string
  note: string | undefined
  fileId: number | undefined
  askedBy: number
}

export async function insertFunding(db: Db, { from, into, ...asked }: NewFunding): Promise<number> {
  const result = await sql<{ id: number }>`
    insert into funding (from_provider, from_currency, from_minor, into_provider, into_currency, into_minor, counter, reference,
      day, note, file_id, asked_by)
    values (${sideValues(from)}, ${sideValues(into)}, ${asked.counter}, ${asked.reference}, ${asked.day},
      ${asked.note ?? null}, ${asked.fileId ?? null}, ${asked.askedBy}) returning id`.execute(db)
  return found(result).id
}

function sideValues({ provider, currency, amountMinor }: Partial<FloatSide> = {}) {
  return sql`${provider ?? null}, ${currency ?? null}, ${amountMinor === undefined ? null : String(amountMinor)}::numeric`
}

export interface LockedFunding extends Funding {
  status: FundingStatus
  askedBy: number
}

interface Sides {
  fromProvider: string | null
  fromCurrency: string | null
  /** `numeric`, which comes as text. */
  fromMinor: string | null
  intoProvider: string | null
  intoCurrency: string | null
  intoMinor: string | null
}

export async function lockFunding(db: Db, id: number): Promise<LockedFunding> {
  const row = await rowOf<Sides & Omit<LockedFunding, 'from' | 'into'>>(db)`
      select id, status, asked_by as "askedBy", counter, ${sides} from funding f where id = ${id} for no key update`
  const { status, askedBy, counter } = row
  return { id, status, askedBy, counter, ...sidesOf(row) }
}

export interface Decision {
  status: 'CONFIRMED' | 'REFUSED'
  decidedBy: number
  text?: string
}

export async function decideFunding(db: Db, id: number, { status, decidedBy, text }: Decision): Promise<void> {
  await sql`update funding set status = ${status}, decided_by = ${decidedBy}, decision_text = ${text ?? null}
    where id = ${id}`.execute(db)
}

const sides = sql`f.from_provider as "fromProvider", f.from_currency as "fromCurrency", f.from_minor as "fromMinor",
  f.into_provider as "intoProvider", f.into_currency as "intoCurrency", f.into_minor as "intoMinor"`

function sidesOf(row: Sides): { from: FloatSide | undefined; into: FloatSide | undefined } {
  return {
    from: sideOf(row.fromProvider, row.fromCurrency, row.fromMinor),
    into: sideOf(row.intoProvider, row.intoCurrency, row.intoMinor),
  }
}

function sideOf(provider: string | null, currency: string | null, minor: string | null): FloatSide | undefined {
  if (provider === null || currency === null || minor === null) return undefined
  return { provider, currency, amountMinor: BigInt(minor) }
}

/** Who may confirm requests, as the database asks it too. */
const holders = sql`
  select a.id from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
  where a.status = 'ACTIVE' and p.name = ${fundingRight}`

/** How many other people may confirm what this person asks for. */
export async function countConfirmers(db: Db, askedBy: number): Promise<number> {
  return (await rowOf<{ n: number }>(db)`select count(*) as n from (${holders}) h where id <> ${askedBy}`).n
}

/** The requests of others, which wait for a person with the right to confirm them. */
export async function countFundingFor(db: Db, { id }: { id: number }): Promise<{ n: number; at: string | null }> {
  return await rowOf<{ n: number; at: string | null }>(db)`
      select count(*)::int as n, max(asked_at) as at from funding
      where status = 'ASKED' and asked_by <> ${id}`
}

type FundingRecord = Sides & Omit<FundingRow, 'from' | 'into' | 'refusals'>

function selectFunding(where: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return sql<FundingRecord>`
    select f.id, f.kind, ${sides}, f.reference, f.day::text as day, f.note, f.status,
      case when file.id is not null then json_build_object('id', file.id, 'name', file.name) end as document,
      json_build_object('id', asker.id, 'name', asker.name) as "askedBy", f.asked_at as "askedAt",
      case when decider.id is not null then json_build_object('id', decider.id, 'name', decider.name) end as "decidedBy",
      f.decided_at as "decidedAt", f.decision_text as "decisionText",
      (select count(*) from (${holders}) h where h.id <> f.asked_by) as confirmers
    from funding f join person asker on asker.id = f.asked_by left join person decider on decider.id = f.decided_by
      left join file on file.id = f.file_id
    where ${where} order by f.id desc ${limit}`
}

export async function getFunding(db: Db, id: number, actor: FundingActor): Promise<FundingRow> {
  return asSeen(found(await selectFunding(sql`f.id = ${id}`, sql``).execute(db)), actor)
}

interface FundingQuery {
  status?: FundingStatus | undefined
  page?: number | undefined
  pageSize?: number | undefined
}

export async function listFunding(db: Db, query: FundingQuery, actor: FundingActor): Promise<Page<FundingRow>> {
  const where = query.status === undefined ? sql`true` : sql`f.status = ${query.status}`
  const { pageSize, offset } = pageOf(query)
  const { rows } = await selectFunding(where, sql`limit ${pageSize} offset ${offset}`).execute(db)
  const { n } = await rowOf<{ n: number }>(db)`select count(*) as n from funding f where ${where}`
  return { rows: rows.map((row) => asSeen(row, actor)), total: n }
}

function asSeen(row: FundingRecord, actor: FundingActor): FundingRow {
  const { from, into } = sidesOf(row)
  const facts = { status: row.status, askedBy: row.askedBy.id }
  return {
    ...row,
    from: shownSide(from),
    into: shownSide(into),
    refusals: {
      confirm: fundingRefusal('CONFIRMED', facts, actor) ?? null,
      refuse: fundingRefusal('REFUSED', facts, actor) ?? null,
    },
  }
}

function shownSide(side: FloatSide | undefined): FundingRow['into'] {
  return side ? { provider: side.provider, ...sum(BigInt(side.amountMinor), side.currency) } : null
}
