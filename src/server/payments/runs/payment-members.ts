/** The payments of a run or of a selection, as the list has them: which they are, and what became of each, or would. */
import { type RawBuilder, sql } from 'kysely'
import { paymentList } from '#contract/payments.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { outcomeOf, type RunOutcome, runOutcomes } from '#domain/money/payment-run.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { filterConditions } from '../../db/filter-sql.ts'
import { allOf } from '../../db/table-store.ts'
import { floatKey } from '#domain/money/ledger.ts'
import { freeFloats } from '../funding/floats.ts'
import { isRun, type PaymentViewer } from '../row-parts.ts'
import { floatsAfter, leavingOut, shortAmong } from './selection-facts.ts'
import { idsIn, partOf, partsOf, readSelection, type SelectionRecord, newPhonesOf } from './selection-store.ts'
import { type Chosen, weigh, type Weighed } from './selection-weigh.ts'

interface MemberQuery {
  runId?: string | undefined
  selectionId?: string | undefined
  outcome?: string | undefined
}
type Condition = RawBuilder<unknown>

/** On `payable p`. Without a run or selection an outcome matches no payment. */
export function ofMembers(query: MemberQuery, viewer: PaymentViewer): Condition[] {
  const { runId, selectionId, outcome } = query
  return [
    ...(runId ? [inRun(runId, outcome)] : []),
    ...(selectionId ? [inSelection(Number(selectionId), query, viewer)] : []),
    ...(outcome && !runId && !selectionId ? [sql`false`] : []),
  ]
}

/**
 * A million keys are walked along their index in order. As a join they were believed to be few, and looked up one by one
 * in no order, which took a minute.
 */
export function byKeys(ids: Condition): Condition {
  return sql`p.id = any(array(${ids}))`
}

/** Whether the list names runs or a selection, whose payments it gathers by their keys. */
export function hasMembers({ runId, selectionId }: MemberQuery): boolean {
  return selectionId !== undefined || (runId !== undefined && /^\d/.test(runId))
}

/** `~`: in no run; `!` before a word: all but those. */
function inRun(asked: string, outcome: string | undefined): Condition {
  const word = asked.replace(/^!/, '')
  const isAny = word === '~'
  const words = {
    filters: { runId: paymentList.filters.runId },
    derived: { runId: sql`j.id` },
    searched: [],
    aliases: {},
  }
  const those = allOf([isRun, ...(isAny ? [] : filterConditions(words, { runId: word }))]) ?? isRun
  const jobs = sql`select j.id from job j where ${those}`
  const batches = sql`select unnest(b.ids) from job_batch b where b.job_id in (${jobs})`
  const refused = sql`select f.id from job_refusal f where f.job_id in (${jobs})`
  if (isAny) return asked.startsWith('!') ? sql`p.id in (${batches})` : sql`p.id not in (${batches})`
  switch (outcome) {
    case undefined:
      return byKeys(batches)
    case 'OPEN':
      return byKeys(sql`${batches} and not b.settled`)
    case 'DONE':
      return sql`${byKeys(sql`${batches} and b.settled`)} and p.id not in (${refused})`
    case 'SKIPPED':
      return byKeys(sql`${refused} and f.code = 'ALREADY_DONE'`)
    case 'REFUSED':
      return byKeys(sql`${refused} and f.code <> 'ALREADY_DONE'`)
    default:
      return byKeys(sql`${refused} and f.code = ${outcome}`)
  }
}

function inSelection(id: number, { runId, outcome }: MemberQuery, { id: madeBy, leftOut }: PaymentViewer): Condition {
  const all = byKeys(sql`${idsIn(id)} and selection_id in (select id from payment_selection where made_by = ${madeBy})`)
  if (!outcome || runId) return all
  if (!leftOut) throw new Error('The selection was not weighed')
  const codes = [...leftOut].filter(([, code]) => runOutcomes.includes(outcome as RunOutcome) || code === outcome)
  const those = sql`select unnest(${codes.map(([payment]) => payment)}::bigint[])`
  if (outcome === 'DONE' || outcome === 'SKIPPED') return sql`false`
  return outcome === 'OPEN' ? sql`${all} and p.id not in (${those})` : sql`${all} and ${byKeys(those)}`
}

/** The viewer, with what the step of the selection would leave out where the query asks for that. */
export async function withLeftOut(db: Db, query: MemberQuery, viewer: PaymentViewer): Promise<PaymentViewer> {
  if (!query.selectionId || query.runId || !query.outcome) return viewer
  const selection = await readSelection(db, { id: Number(query.selectionId), madeBy: viewer.id })
  const groups = await weighAll(db, selection, viewer, selection.size)
  return { ...viewer, leftOut: leftOutOf(groups) }
}

/** What became of these payments in the one run or selection of the query. */
export async function outcomesOf(
  db: Db,
  { runId, selectionId }: MemberQuery,
  { actor, ids }: { actor: PaymentViewer; ids: readonly number[] },
): Promise<Map<number, PaymentRow['inRun']>> {
  if (ids.length === 0) return new Map()
  if (runId && /^\d+$/.test(runId)) return outcomesInRun(db, Number(runId), ids)
  if (!selectionId || runId) return new Map()
  const selection = await readSelection(db, { id: Number(selectionId), madeBy: actor.id })
  const part = await partOf(db, selection.id, ids)
  const groups = await weighPart(db, selection, actor, { chosen: only(part), named: ids.length })
  const leftOut = leftOutOf(groups.map(leavingOut(await shortFloats(db, selection, actor))))
  return new Map(
    ids.map((id) => {
      const code = leftOut.get(id)
      return [id, { outcome: code === undefined ? 'OPEN' : outcomeOf(code), code: code ?? null }]
    }),
  )
}

/** The batches of a run are settled in the order of the ids. */
async function outcomesInRun(db: Db, jobId: number, ids: readonly number[]) {
  const rows = await rowsOf<{ id: number; isOpen: boolean; code: string | null }>(db)`
    select each.id, coalesce(each.id >= (select ids[1] from job_batch where job_id = ${jobId} and not settled
      order by n limit 1), false) as "isOpen", f.code
    from unnest(${ids}::bigint[]) as each (id) left join job_refusal f on f.job_id = ${jobId} and f.id = each.id`
  return new Map(
    rows.map(({ id, isOpen, code }) => [
      id,
      { outcome: isOpen ? ('OPEN' as const) : outcomeOf(code ?? undefined), code },
    ]),
  )
}

async function* only(part: Chosen): AsyncGenerator<Chosen> {
  yield part
}

async function weighPart(
  db: Db,
  { step, fileRows }: SelectionRecord,
  viewer: PaymentViewer,
  { chosen, named }: { chosen: AsyncIterable<Chosen>; named: number },
): Promise<Weighed[]> {
  const rows = await rowsOf<{ role: string }>(db)`
    select r.role from person a join role r on r.id = a.role_id where a.id = ${viewer.id}`
  const actor = { ...viewer, role: rows[0]?.role ?? '' }
  return weigh(db, { step, actor, scope: viewer.scope, chosen, phones: newPhonesOf(fileRows), named })
}

async function weighAll(db: Db, selection: SelectionRecord, viewer: PaymentViewer, named: number): Promise<Weighed[]> {
  const groups = await weighPart(db, selection, viewer, { chosen: partsOf(db, selection.id), named })
  return selection.step === 'authorize'
    ? groups.map(leavingOut(shortAmong(floatsAfter(await freeFloats(db), groups))))
    : groups
}

function leftOutOf(groups: readonly Weighed[]): Map<number, ErrorCode> {
  return new Map(groups.flatMap(({ code, ids }) => (code === undefined ? [] : ids.map((id) => [id, code] as const))))
}

/** Floats that do not cover the selection. Only when one may be short are all its payments weighed. */
async function shortFloats(db: Db, selection: SelectionRecord, viewer: PaymentViewer): Promise<Set<string>> {
  if (selection.step !== 'authorize') return new Set()
  const free = await freeFloats(db)
  const rows = await rowsOf<{ provider: string; currency: string; most: string }>(db)`
    select provider, currency, sum(amount_minor)::text as most from payable
    where id = any(array(${idsIn(selection.id)})) and status = 'APPROVED' group by provider, currency`
  if (
    rows.every(
      (row) => BigInt(row.most) <= (free.find((float) => floatKey(float) === floatKey(row))?.amountMinor ?? 0n),
    )
  )
    return new Set()
  const groups = await weighPart(db, selection, viewer, { chosen: partsOf(db, selection.id), named: 1 })
  return shortAmong(floatsAfter(free, groups))
}
