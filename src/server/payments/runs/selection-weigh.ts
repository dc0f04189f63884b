/**
 * What a step would do with chosen payments, however many. SQL counts them by the facts that the rule looks at, and the
 * rule decides for each such group.
 */
import { type RawBuilder, sql } from 'kysely'
import { highestPayments } from '#domain/money/payment-limits.ts'
import type { PaymentActor, PaymentHold, PaymentStatus } from '#domain/money/payment.ts'
import { endOfStep, keepsSignature, letsThrough, type RunStep, runStepRefusal } from '#domain/money/payment-run.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { fenced } from '../../db/named.ts'
import { inScope, type SurveyScope } from '../../scope.ts'
import { holdOf, takenSteps } from '../steps/hold-sql.ts'
import { currentLimits } from '../funding/limits-store.ts'

interface Group {
  status: PaymentStatus
  provider: string
  currency: string
  phone: string | undefined
  hold: PaymentHold | undefined
  isChanged: boolean
  isCorrected: boolean
  isTooHigh: boolean
  /** "initiate 12,approve 15": the steps of the round with who took them. */
  taken: string
  approvals: number
  count: number
  sum: string
  charge: string
  least: number
  most: number
  ids: number[]
}

export interface Weighed {
  provider: string
  currency: string
  count: number
  amountMinor: bigint
  /** Of it, for cashing out. */
  chargeMinor: bigint
  /** Of one payment. */
  least: number
  most: number
  /** Undefined: the step would be taken. */
  code: ErrorCode | undefined
  /** Where the step leaves them. */
  to: PaymentStatus
  /** Of people whose signatures still count afterwards. */
  actors: number[]
  /** Some of the payments. */
  ids: number[]
}

/** Some thousand payments, as many as one statement plans well and ends in time. */
export interface Chosen {
  ids: readonly number[]
  /** Of each, as it was chosen: a payment of another version is refused. */
  versions?: readonly number[]
}

interface Weighing {
  step: RunStep
  actor: PaymentActor & { role: string }
  /** The surveys that the actor sees: payments of others are left out. */
  scope: SurveyScope
  chosen: AsyncIterable<Chosen>
  /** What a file says of the phones of some. */
  phones?: ReadonlyMap<number, string>
  /** The most ids that name each group. */
  named?: number
}

/** `by`: minor units by currency. */
function above(by: Record<string, number>): RawBuilder<unknown> {
  return sql`coalesce(p.amount_minor > (${JSON.stringify(by)}::jsonb ->> p.currency)::bigint, false)`
}

export async function weigh(db: Db, { step, actor, scope, chosen, phones, named = 20 }: Weighing): Promise<Weighed[]> {
  const limits = letsThrough(step) ? await currentLimits(db) : []
  const highest = Object.fromEntries(highestPayments(limits, actor.role))
  const second = Object.fromEntries(
    limits.flatMap(({ kind, currency, amountMinor }) => (kind === 'SECOND_APPROVAL' ? [[currency, amountMinor]] : [])),
  )
  const seen = inScope(scope, sql`p.survey_id`) ?? sql`true`
  const groups: Weighed[] = []
  for await (const { ids, versions = [] } of chosen) {
    const corrected = ids.map((id) => phones?.has(id) ?? false)
    // Each by its key, and grouped afterwards: without statistics a plan walked all payments in the order of the groups.
    const rows = await rowsOf<Group>(db)`
    with faced as materialized (
      select p.id, p.status, p.provider, p.currency, p.amount_minor, p.charge_minor,
        case when p.msisdn = ${actor.phone ?? null} then p.msisdn when p.msisdn is not null then '+' end as phone,
        ${holdOf} as hold, coalesce(c.version <> p.version, false) as "isChanged",
        c."isCorrected", ${above(highest)} as "isTooHigh",
        1 + ${above(second)}::int as approvals,
        (select coalesce(string_agg(s.step || ' ' || s.actor_id, ',' order by s.level, s.at), '') from ${takenSteps} s) as taken
      from unnest(${ids}::bigint[], ${versions}::int[], ${corrected}::boolean[]) as c (id, version, "isCorrected")
        cross join lateral ${fenced(sql`select * from payable where id = c.id`)} p
      where ${seen})
    select status, provider, currency, phone, hold, "isChanged", "isCorrected", "isTooHigh", approvals, taken,
      count(*)::int as count, sum(amount_minor)::text as sum, sum(charge_minor)::text as charge, min(amount_minor) as least, max(amount_minor) as most,
      to_json((array_agg(id))[1:${named}]) as ids
    from faced group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`
    groups.push(...rows.map((group) => decided(step, actor, group)))
  }
  return groups
}

function decided(step: RunStep, actor: PaymentActor, { taken, sum, charge, ...group }: Group): Weighed {
  const steps = taken
    .split(',')
    .filter(Boolean)
    .map((one) => {
      const [name = '', actorId] = one.split(' ')
      return { step: name, actorId: Number(actorId) }
    })
  const facts = { ...group, phone: group.phone ?? undefined, hold: group.hold ?? undefined, steps }
  const { provider, currency, count, least, most, ids } = group
  const code =
    runStepRefusal(step, facts, actor) ??
    (group.isChanged ? 'STALE_FACTS' : undefined) ??
    (group.isTooHigh ? 'AMOUNT_LIMIT' : undefined)
  const to = endOfStep(step, facts)
  return {
    provider,
    currency,
    count,
    amountMinor: BigInt(sum),
    chargeMinor: BigInt(charge),
    least,
    most,
    code,
    to,
    actors: steps.filter((signed) => keepsSignature(step, signed.step)).map(({ actorId }) => actorId),
    ids,
  }
}
