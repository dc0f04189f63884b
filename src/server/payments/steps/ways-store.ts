/** One payment under lock with all that decides about its ways, and the writing of them. */
import { type RawBuilder, sql } from 'kysely'
import { type MoneyEvent, type MoneyOfAttempt, transfersFor } from '#domain/money/ledger.ts'
import type { PaymentStatus } from '#domain/money/payment.ts'
import {
  carriedSteps,
  type FindingOutcome,
  type PaymentWay,
  paymentWays,
  type WayFacts,
} from '#domain/money/payment-ways.ts'
import type { AuditSource } from '../../audit.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { firstLookMs } from '../worker/attempt-store.ts'
import { book } from '../books/books.ts'
import { type LockedPayment, lockPayments } from './steps-store.ts'

export interface LockedForWay extends LockedPayment, WayFacts {
  /** The latest one that is not over for good. */
  lastAttempt: MoneyOfAttempt | undefined
}

/** People may settle the outcome of the attempt `a`. */
export const isUnclear = sql`is_unclear(a)`

/** On the live `attempt a`: whether nothing was ever sent, people may settle its outcome, and another try was paid that two people have yet to book. */
export const attemptFacts = sql`json_build_object('isUnsent', a.state = 'QUEUED' and a.sends = a.turned_away,
  'isUnclear', ${isUnclear}, 'isPaidTwice', is_paid_twice(a.payable_id))`

/** The last finding about that attempt. */
export const lastFinding = sql`(select json_build_object('outcome', f.outcome, 'actorId', f.actor_id,
    'isFollowed', exists (select from payable n where n.follows = f.payable_id)) from finding f
  where f.payable_id = a.payable_id and f.attempt_no = a.no order by f.id desc limit 1)`

/** Undefined for a payment that is not there. */
export async function lockForWay(db: Db, id: number): Promise<LockedForWay | undefined> {
  const [payment] = await lockPayments(db, [id])
  if (!payment) return undefined
  const rows = await rowsOf<
    { facts: WayFacts['attempt'] & object; finding: WayFacts['finding'] | null } & MoneyOfAttempt
  >(db)`
    select ${attemptFacts} as facts, ${lastFinding} as finding, a.payable_id as "paymentId", a.no as "attemptNo",
      a.batch_id as "batchId", a.provider, a.currency, a.amount_minor as "amountMinor"
    from attempt a where a.payable_id = ${id} and a.state not in ('FAILED', 'RECALLED') for no key update`
  const [live] = rows
  if (!live) return { ...payment, attempt: undefined, finding: undefined, lastAttempt: undefined }
  const { facts, finding, ...attempt } = live
  return {
    ...payment,
    attempt: facts,
    finding: finding ?? undefined,
    lastAttempt: { ...attempt, surveyId: payment.surveyId },
  }
}

export interface WayTaker {
  source: AuditSource
  role: string
  reasonText: string | undefined
}

/** Facts of a payment for its next round. */
export interface NewFacts {
  phone: string | undefined
  /** Without a charge for cashing out: it is that of the provider. */
  amountMinor: number
  phoneFrom: 'PARTICIPANT' | 'GIVEN'
}

/** By payment; undefined where the facts stay. */
type FactsOf = ReadonlyMap<number, NewFacts> | undefined

/** By how many rounds a payment moves on. */
function roundsOn(way: PaymentWay): number {
  return paymentWays[way].round === 'NEXT' ? 1 : 0
}

/** The step row of the way on each payment, and the signatures that come along. */
export async function signWay(
  db: Db,
  way: PaymentWay,
  payments: readonly LockedPayment[],
  { taker, facts }: { taker: WayTaker; facts?: FactsOf },
): Promise<void> {
  const ids = payments.map(({ id }) => id)
  await sql`
    insert into step (payable_id, round, step, actor_id, role, facts_hash)
    select p.id, p.round + ${roundsOn(way)}, ${way}, ${taker.source.actorId}, ${taker.role},
      ${facts ? sql`f.facts_hash` : sql`p.facts_hash`}
    from payable p join ${factRows(payments, facts)} on f.id = p.id`.execute(db)
  if (way !== 'retry' && way !== 'recall') return
  await sql`
    insert into step (payable_id, round, step, level, actor_id, role, facts_hash, carried)
    select s.payable_id, s.round + ${roundsOn(way)}, s.step, s.level, s.actor_id, s.role, s.facts_hash, true
    from payable p join step s on s.payable_id = p.id and s.round = p.round
    where p.id = any(${ids}) and s.step = any(${[...carriedSteps]}::text[])`.execute(db)
}

/** Rows `f` of the payments with their new facts, and those that follow from them. */
function factRows(payments: readonly LockedPayment[], facts: FactsOf): RawBuilder<unknown> {
  const ids = sql`${payments.map(({ id }) => id)}::bigint[]`
  if (!facts) return sql`unnest(${ids}) as f (id)`
  const column = (name: keyof NewFacts) => payments.map(({ id }) => facts.get(id)?.[name] ?? null)
  return sql`(select n.*, r.*, net + r.charge as amount, signed_facts(n.phone, net + r.charge, p.currency, r.name, signed_responses(p.id)) as facts_hash
    from unnest(${ids}, ${column('phone')}::text[], ${column('amountMinor')}::bigint[],
        ${column('phoneFrom')}::text[]) as n (id, phone, net, phone_from) join payable p using (id)
      cross join lateral routed(p, net, n.phone, own_route(p.participant_id, n.phone_from)) r) f`
}

export interface WayMove {
  way: PaymentWay
  to: PaymentStatus
  reason?: string | undefined
  facts?: FactsOf
}

/** Changes each payment, with the trail of it. Facts on the trail are those that changed. */
export async function moveOn(
  db: Db,
  payments: readonly LockedPayment[],
  move: WayMove,
  { source, reasonText }: WayTaker,
): Promise<void> {
  const { way, to, reason, facts } = move
  const ids = payments.map(({ id }) => id)
  const before = payments.map((payment) =>
    JSON.stringify({
      status: payment.status,
      ...(facts ? factsOn({ ...payment, amountMinor: payment.amountMinor - payment.chargeMinor }) : {}),
    }),
  )
  const after = payments.map(({ id }) => {
    const fact = facts?.get(id)
    return JSON.stringify({ status: to, ...(fact ? factsOn(fact) : {}), reason, reasonText })
  })
  const changed = facts
    ? sql`, msisdn = f.phone, amount_minor = f.amount, charge_minor = f.charge, phone_from = f.phone_from, provider = f.name, facts_hash = f.facts_hash`
    : sql``
  await sql`
    with moved as (
      update payable p set status = ${to}, round = p.round + ${roundsOn(way)}, reason = ${reason ?? null},
        reason_text = ${reasonText ?? null}, version = p.version + 1, updated_at = now()${changed}
      from ${factRows(payments, facts)} where f.id = p.id
    )
    insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select ${source.actorId}::bigint, ${`payments.${way}`}, 'payable', id::text, before::jsonb, after::jsonb,
      ${source.requestId}::text, ${source.address}::text
    from unnest(${ids}::bigint[], ${before}::text[], ${after}::text[]) as m (id, before, after)`.execute(db)
}

function factsOn({ phone, amountMinor }: { phone: string | undefined; amountMinor: number }) {
  return { phone, amountMinor }
}

/** Of each payment its amount without a charge, and the phone that its participant has now: its own where it follows none. */
export async function factsNow(
  db: Db,
  payments: readonly Pick<LockedPayment, 'id'>[],
): Promise<ReadonlyMap<number, NewFacts>> {
  const rows = await rowsOf<Omit<NewFacts, 'phone'> & { id: number; phone: string | null }>(db)`
    select p.id, case when p.phone_from = 'GIVEN' or p.participant_id is null then p.msisdn else payee.pays_to end as phone,
      p.phone_from as "phoneFrom", p.amount_minor - p.charge_minor as "amountMinor"
    from unnest(${payments.map(({ id }) => id)}::bigint[]) as asked (id) join payable p using (id)
      left join person payee on payee.id = p.participant_id`
  return new Map(rows.map(({ id, phone, ...facts }) => [id, { ...facts, phone: phone ?? undefined }]))
}

/** False when the worker was faster. */
export async function recallAttempt(db: Db, attempt: MoneyOfAttempt): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update attempt set state = 'RECALLED', fence = fence + 1, next_at = 'infinity', final_at = now(),
      provider_ref = case when not is_outside then provider_ref end
    where payable_id = ${attempt.paymentId} and no = ${attempt.attemptNo} and state = 'QUEUED' and sends = turned_away`.execute(
    db,
  )
  if (numAffectedRows !== 1n) return false
  await bookAttempt(db, 'RECALLED', attempt)
  return true
}

/** Ends an attempt by what two people found. A worker that still has it in hand writes nothing any more. */
export async function resolveAttempt(db: Db, attempt: MoneyOfAttempt, state: 'SUCCESSFUL' | 'FAILED'): Promise<void> {
  await sql`
    update attempt set state = ${state}, resolved = true, fence = fence + 1, final_at = now(), reason = coalesce(reason, 'RESOLVED'),
      next_at = case when ${state} = 'FAILED' and not is_outside then now() + make_interval(secs => ${firstLookMs / 1000}) else 'infinity' end,
      provider_ref = case when not is_outside or ${state} = 'SUCCESSFUL' then provider_ref end,
      paid_minor = case when is_outside and ${state} = 'SUCCESSFUL' then amount_minor else paid_minor end,
      paid_currency = case when is_outside and ${state} = 'SUCCESSFUL' then currency else paid_currency end
    where payable_id = ${attempt.paymentId} and no = ${attempt.attemptNo}`.execute(db)
  await bookAttempt(db, state === 'SUCCESSFUL' ? 'PAID' : 'NOT_PAID', attempt)
}

export function bookAttempt(
  db: Db,
  event: Extract<MoneyEvent, { attempt: MoneyOfAttempt }>['event'],
  attempt: MoneyOfAttempt,
): Promise<void> {
  return book(db, transfersFor({ event, attempt }))
}

export interface Finding {
  outcome: FindingOutcome
  evidence: string
  document?: string | null | undefined
  fileId?: number
  /** `2026-01-31`: when the money went out. */
  paidOn?: string
}

export async function addFinding(
  db: Db,
  { paymentId, attemptNo }: MoneyOfAttempt,
  finding: Finding,
  taker: WayTaker,
): Promise<void> {
  await sql`
    insert into finding (payable_id, attempt_no, outcome, evidence, document, file_id, paid_on, actor_id, role)
    values (${paymentId}, ${attemptNo}, ${finding.outcome}, ${finding.evidence}, ${finding.document || null},
      ${finding.fileId ?? null}, ${finding.paidOn ?? null}, ${taker.source.actorId}, ${taker.role})`.execute(db)
}
