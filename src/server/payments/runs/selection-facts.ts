/** A selection as its maker sees it before they start it: what the step would do, what it leaves out, who comes next. */
import { maxFileRows, type Selection } from '#contract/payment-runs.ts'
import { lacksOf } from '#domain/money/float-lack.ts'
import { paymentSteps } from '#domain/money/payment.ts'
import type { ForwardStep } from '#domain/money/payment-people.ts'
import { letsThrough } from '#domain/money/payment-run.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Actor } from '../../http/context.ts'
import { scopeOf } from '../../scope.ts'
import { floatKey } from '#domain/money/ledger.ts'
import { asMissing, freeFloats } from '../funding/floats.ts'
import { othersOf } from '../list/manual-facts.ts'
import { peopleToAsk, stuckFrom } from '../people-to-ask.ts'
import { money, sum } from '#domain/money/money.ts'
import { idsIn, partsOf, type SelectionRecord, newPhonesOf } from './selection-store.ts'
import { weigh, type Weighed } from './selection-weigh.ts'
import { paymentActor } from '../steps/steps-store.ts'

/** The most ids of each refused group in an answer. */
const sampled = 20

export async function selectionFacts(db: Db, selection: SelectionRecord, actor: Actor): Promise<Selection> {
  const { id, step, source, madeAt, size, sums, surveyIds, fileRows, runId } = selection
  const person = { ...(await paymentActor(db, actor)), role: actor.role }
  const named = source.by === 'FILE' ? size : sampled
  const scope = await scopeOf(db, actor)
  const weighed = await weigh(db, {
    step,
    actor: person,
    scope,
    chosen: partsOf(db, id),
    phones: newPhonesOf(fileRows),
    named,
  })
  const isForMoney = letsThrough(step) || step === 'retry'
  const free = isForMoney ? await freeFloats(db) : []
  const floats = step === 'authorize' ? floatsAfter(free, weighed) : []
  const groups = weighed.map(leavingOut(shortAmong(floats)))
  const willing = groups.filter(({ code }) => code === undefined)
  const rows = rowsOfFile(fileRows, groups)
  return {
    id,
    step,
    source,
    madeAt,
    count: size,
    totalAmount: sums.map(({ currency, amountMinor }) => sum(BigInt(amountMinor), currency)),
    willing: {
      count: countOf(willing),
      totalAmount: sumsOf(willing, 'amountMinor'),
      totalCharge: sumsOf(
        willing.filter(({ chargeMinor }) => chargeMinor > 0n),
        'chargeMinor',
      ),
      ...rangeOf(willing),
    },
    surveys: { count: surveyIds.length, titles: await titlesOf(db, surveyIds) },
    refused: [...Map.groupBy(groups, ({ code }) => code)].flatMap(([code, those]) => {
      const sample = those.flatMap(({ ids }) => ids).slice(0, sampled)
      return code === undefined ? [] : [{ code, count: countOf(those), sample }]
    }),
    samePhone: await samePhoneIn(db, id),
    sameVisit: await sameVisitIn(db, selection),
    floats: floats.map(({ provider, currency, available, taken }) => ({
      provider,
      currency,
      available: sum(available, currency),
      taken: sum(taken, currency),
      after: sum(available - taken, currency),
    })),
    missing: floats.flatMap(({ provider, currency, available, taken }) =>
      taken > available ? [asMissing({ provider, currency, amountMinor: String(taken - available) })] : [],
    ),
    lacks: isForMoney && step !== 'authorize' ? lacksLater(free, willing) : [],
    next: await nextSteps(db, willing, actor),
    rows: rows.slice(0, maxFileRows),
    rowCount: rows.length,
    runId,
  }
}

/** Two payments for one person may be meant: the review names them and refuses none. */
async function samePhoneIn(db: Db, selectionId: number): Promise<Selection['samePhone']> {
  const rows = await rowsOf<Selection['samePhone']>(db)`
    with chosen as materialized (
      select p.id, p.msisdn, count(*) over (partition by p.msisdn) as n
      from payable p where p.id = any(array(${idsIn(selectionId)})) and p.msisdn is not null)
    select count(distinct msisdn)::int as count, array(
      select id from chosen where n > 1 order by msisdn, id limit ${sampled}) as sample
    from chosen where n > 1`
  return rows[0] ?? { count: 0, sample: [] }
}

/** One of the payments of a visit was entered by hand, as a response is owed once: they are found by the entries. */
async function sameVisitIn(db: Db, { id, surveyIds }: SelectionRecord): Promise<Selection['sameVisit']> {
  const rows = await rowsOf<Selection['sameVisit']>(db)`
    with candidate as (
      select e.payable_id as id from manual_payment e where e.survey_id = any(${surveyIds})
      union select l.payable_id from manual_payment e join payable_response l
          on l.survey_id = e.survey_id and l.response_id = e.location_id and l.released_at is null
        where e.survey_id = any(${surveyIds})
    ), same as materialized (
      select coalesce(to_json(p.name), to_json(p.id)) as id, p.id as "paymentId", ${othersOf} as others,
        m.override_reason as "overrideReason"
      from candidate c join payable p using (id) left join manual_payment m on m.payable_id = p.id
      where p.id = any(array(${idsIn(id)}))
    ), found as (select * from same where json_array_length(others) > 0)
    select (select count(*)::int from found) as count,
      (select coalesce(json_agg(f order by f."paymentId"), '[]') from (
        select * from found order by "paymentId" limit ${sampled}) f) as sample`
  return rows[0] ?? { count: 0, sample: [] }
}

function countOf(groups: readonly Weighed[]): number {
  return groups.reduce((all, { count }) => all + count, 0)
}

function totalOf(groups: readonly Weighed[], of: 'amountMinor' | 'chargeMinor' = 'amountMinor'): bigint {
  return groups.reduce((all, group) => all + group[of], 0n)
}

function sumsOf(groups: readonly Weighed[], of: 'amountMinor' | 'chargeMinor') {
  return [...Map.groupBy(groups, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, those]) => sum(totalOf(those, of), currency))
}

function rangeOf(groups: readonly Weighed[]) {
  const each = [...Map.groupBy(groups, ({ currency }) => currency)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    least: each.map(([currency, those]) => money(Math.min(...those.map(({ least }) => least)), currency)),
    most: each.map(([currency, those]) => money(Math.max(...those.map(({ most }) => most)), currency)),
  }
}

async function titlesOf(db: Db, surveyIds: readonly number[]): Promise<string[]> {
  const rows = await rowsOf<{ title: string }>(db)`
    select title from survey where id = any(${surveyIds}) order by title limit ${sampled}`
  return rows.map(({ title }) => title)
}

type Free = Awaited<ReturnType<typeof freeFloats>>

/** Said before the authorization, which is refused for it. */
function lacksLater(free: Free, willing: readonly Weighed[]): Selection['lacks'] {
  return lacksOf(free, willing).map(({ kind, provider = '', currency, amountMinor }) => ({
    kind,
    provider,
    ...sum(amountMinor, currency),
  }))
}

/** The run leaves out all payments of a float that does not cover them. */
export function leavingOut(short: ReadonlySet<string>): (group: Weighed) => Weighed {
  return (group) =>
    group.code === undefined && short.has(floatKey(group)) ? { ...group, code: 'INSUFFICIENT_FUNDS' } : group
}

export function shortAmong(floats: ReturnType<typeof floatsAfter>): Set<string> {
  return new Set(floats.filter(({ taken, available }) => taken > available).map(floatKey))
}

export function floatsAfter(free: Free, weighed: readonly Weighed[]) {
  const willing = weighed.filter(({ code }) => code === undefined)
  return [...Map.groupBy(willing, floatKey)].flatMap(([key, those]) => {
    const [first] = those
    if (!first) return []
    const { provider, currency } = first
    return [
      {
        provider,
        currency,
        available: free.find((float) => floatKey(float) === key)?.amountMinor ?? 0n,
        taken: totalOf(those),
      },
    ]
  })
}

/** The row of the file with why it takes no part. */
function rowsOfFile(fileRows: SelectionRecord['fileRows'], groups: readonly Weighed[]): Selection['rows'] {
  if (fileRows.length === 0) return []
  const codes = new Map(groups.flatMap(({ code, ids }) => (code ? ids.map((id) => [id, code] as const) : [])))
  return fileRows.flatMap(({ row, ref, code, id }) => {
    const why = code ?? codes.get(id ?? 0)
    return why === undefined ? [] : [{ row, ref, code: why }]
  })
}

const follows: Readonly<Record<string, ForwardStep>> = {
  ELIGIBLE: 'initiate',
  INITIATED: 'approve',
  APPROVED: 'authorize',
}

/** Each person takes one step of a payment: people who took one do not come next. The reader may only begin a new round. */
async function nextSteps(db: Db, willing: readonly Weighed[], actor: Actor): Promise<Selection['next']> {
  const after = Map.groupBy(willing, ({ to }) => follows[to])
  const next: Selection['next'] = []
  for (const [step, groups] of after) {
    if (step === undefined) continue
    const own = step === 'initiate' ? [] : [actor.id]
    const used = [...new Set([...own, ...groups.flatMap(({ actors }) => actors)])]
    const nobodyFor = (await stuckFrom(db, step, used)) ?? null
    next.push({ step, count: countOf(groups), nobodyFor, ...(await peopleToAsk(db, paymentSteps[step].needs, used)) })
  }
  return next
}
