/** Selections: the payments of a run, frozen in the parts in which it does them, with the versions that its maker saw. */
import { type RawBuilder, sql } from 'kysely'
import type { Source } from '#contract/payment-runs.ts'
import { maxInRun } from '#contract/payments.ts'
import { sum } from '#domain/money/money.ts'
import type { RunStep } from '#domain/money/payment-run.ts'
import { problem } from '#domain/problems.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { found } from '../../db/table-store.ts'
import type { Services } from '../../services.ts'

/** Payments of one transaction of a run. */
export const chunkSize = 1000

export interface FileRow {
  row: number
  ref: string
  /** Why it means no payment; else the number of its payment. */
  code?: string
  id?: number
  /** Of a file that corrects payments: where each is to go. */
  phone?: string
}

export function newPhonesOf(rows: readonly FileRow[]): Map<number, string> {
  return new Map(
    rows.flatMap(({ id, phone }) => (id === undefined || phone === undefined ? [] : [[id, phone] as const])),
  )
}

/** The same for these payments of the selection of a run. */
export async function newPhonesIn(db: Db, jobId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await rowsOf<Required<Pick<FileRow, 'id' | 'phone'>>>(db)`
    select asked.id, each ->> 'phone' as phone from payment_run r
      join payment_selection s on s.id = r.selection_id, jsonb_array_elements(s.file_rows) each
      join unnest(${ids}::bigint[]) asked (id) on asked.id = (each ->> 'id')::bigint
    where r.job_id = ${jobId} and each ? 'phone'`
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}

interface New {
  step: RunStep
  source: Source
  madeBy: number
  fileRows?: readonly FileRow[]
  /** Those that its maker saw, by payment; for the others those of now. */
  versions?: ReadonlyMap<number, number>
}

interface SelectedSum {
  currency: string
  amountMinor: string
  /** Of the amount: it pays for cashing out. */
  chargeMinor: string
}

/** Of currencies with charges. */
export function chargesOf(sums: readonly SelectedSum[]) {
  return sums.flatMap(({ currency, chargeMinor }) => (chargeMinor === '0' ? [] : [sum(BigInt(chargeMinor), currency)]))
}

export interface SelectionRecord extends Omit<New, 'versions'> {
  id: number
  madeAt: string
  size: number
  sums: SelectedSum[]
  surveyIds: number[]
  fileRows: FileRow[]
  runId: number | null
}

/** Takes down the payments that `where` is true of, a condition on `payable p`. */
export async function freeze(
  db: Db,
  { step, source, madeBy, fileRows = [], versions = new Map() }: New,
  where: RawBuilder<unknown>,
): Promise<{ id: number; size: number }> {
  const seen = JSON.stringify(Object.fromEntries(versions))
  const made = await sql<{ id: number; size: number }>`
    with chosen as materialized (
      select p.id, coalesce((${seen}::jsonb ->> p.id::text)::int, p.version) as version, p.survey_id, p.currency, p.amount_minor, p.charge_minor,
        (row_number() over (order by p.id) - 1) / ${chunkSize}::int as n
      from payable p where ${where}
    ), made as (
      insert into payment_selection (step, source, made_by, size, sums, survey_ids, file_rows)
      select ${step}, ${JSON.stringify(source)}::jsonb, ${madeBy}, least((select count(*) from chosen), ${maxInRun}),
        (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amountMinor', sum::text, 'chargeMinor', charge::text) order by currency), '[]')
          from (select currency, sum(amount_minor) as sum, sum(charge_minor) as charge from chosen group by currency) sums),
        array(select distinct survey_id from chosen), ${JSON.stringify(fileRows)}::jsonb
      returning id, (select count(*) from chosen) as size
    ), parts as (
      insert into payment_selection_part (selection_id, first_id, ids, versions)
      select made.id, min(c.id), array_agg(c.id order by c.id), array_agg(c.version order by c.id)
      from chosen c, made group by made.id, n)
    select id, size from made`.execute(db)
  const selection = found(made)
  if (selection.size > maxInRun)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('filter', 'TOO_MANY', maxInRun)] })
  return selection
}

/** A selection of this person; NOT_FOUND when another one made it. With `LOCK`, a second start waits here. */
export async function readSelection(
  db: Db,
  { id, madeBy }: { id: number; madeBy: number },
  lock: 'LOCK' | 'READ' = 'READ',
): Promise<SelectionRecord> {
  if (lock === 'LOCK')
    await sql`select pg_advisory_xact_lock(hashtextextended('selection ' || ${id}::text, 0))`.execute(db)
  return await rowOf<SelectionRecord>(db)`
      select s.id, s.step, s.source, s.made_by as "madeBy", s.made_at as "madeAt", s.size, s.sums,
        to_json(s.survey_ids) as "surveyIds", s.file_rows as "fileRows",
        (select r.job_id from payment_run r where r.selection_id = s.id and not r.is_trial) as "runId"
      from payment_selection s where s.id = ${id} and s.made_by = ${madeBy}`
}

/** Its payments, as a query of one column. */
export function idsIn(selectionId: number): RawBuilder<unknown> {
  return sql`select unnest(ids) from payment_selection_part where selection_id = ${selectionId}`
}

/** Parts that one statement weighs: more are no faster, and it ends well before its time is over. */
export const together = 20

/** Its payments with the versions that its maker saw, some thousand at a time. */
export async function* partsOf(db: Db, selectionId: number): AsyncGenerator<{ ids: number[]; versions: number[] }> {
  for (let last = 0; ;) {
    const rows = await rowsOf<{ ids: number[]; versions: number[] }>(db)`
      select to_json(ids) as ids, to_json(versions) as versions from payment_selection_part
      where selection_id = ${selectionId} and first_id > ${last} order by first_id limit ${together}`
    if (rows.length > 0) yield { ids: rows.flatMap(({ ids }) => ids), versions: rows.flatMap((row) => row.versions) }
    if (rows.length < together) return
    last = rows.at(-1)?.ids[0] ?? 0
  }
}

/** Some of its payments, with the versions that its maker saw. */
export async function partOf(
  db: Db,
  selectionId: number,
  among: readonly number[],
): Promise<{ ids: number[]; versions: number[] }> {
  const rows = await rowsOf<{ id: number; version: number }>(db)`
    select each.id, each.version from unnest(${among}::bigint[]) as asked (id)
      cross join lateral (select ids, versions from payment_selection_part
        where selection_id = ${selectionId} and first_id <= asked.id order by first_id desc limit 1) part
      cross join lateral unnest(part.ids, part.versions) as each (id, version)
    where each.id = asked.id`
  return { ids: rows.map(({ id }) => id), versions: rows.map(({ version }) => version) }
}

/** The versions of whole parts of the run; empty when it came from no selection. */
export async function versionsOf(db: Db, jobId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf<{ id: number; version: number }>(db)`
    select each.id, each.version from payment_run r
      join payment_selection_part part on part.selection_id = r.selection_id and part.first_id = any(${ids}),
      unnest(part.ids, part.versions) as each (id, version) where r.job_id = ${jobId}`
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** A selection that was not started in this time is forgotten. */
const keptDays = 2

export async function clearSelections({ database: { db } }: Services): Promise<void> {
  await sql`delete from payment_selection s where made_at < now() - make_interval(days => ${keptDays})
    and not exists (select from payment_run r where r.selection_id = s.id)`.execute(db)
}
