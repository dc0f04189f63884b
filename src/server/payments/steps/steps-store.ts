/**
 * Payments under lock, the writing of a step on many of them at once, and their changes of status.
 *
 * A transaction that moves payments takes its locks in one order, so that no two wait for each other: the job of its run; all
 * its payments, by id (`lockInOrder`); the day of the person who acts; budgets, by survey; the days of phones; attempts; and
 * last the accounts and the kept sums, which all share. A transaction locks its payments once: it comes back for no more.
 */
import { sql } from 'kysely'
import { type MoneyOfAttempt, transfersFor } from '#domain/money/ledger.ts'
import { approvalsNeeded } from '#domain/money/payment-limits.ts'
import {
  type PaymentActor,
  type PaymentFacts,
  type PaymentHold,
  type PaymentStatus,
  type PaymentStep,
  statusAfter,
} from '#domain/money/payment.ts'
import type { AuditSource } from '../../audit.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { book } from '../books/books.ts'
import { holdOf, takenSteps } from './hold-sql.ts'
import { currentLimits } from '../funding/limits-store.ts'

export interface LockedPayment extends PaymentFacts {
  id: number
  /** Of a manual payment. */
  name: string | null
  surveyId: number
  provider: string
  currency: string
  amountMinor: number
  /** Of the amount: it pays for cashing out. */
  chargeMinor: number
  round: number
  version: number
  factsHash: string
}

interface PaymentRecord extends Omit<LockedPayment, 'phone' | 'steps'> {
  phone: string | null
}

/** Overlapping calls queue instead of locking each other out. Facts read before the lock may be old. */
export async function lockInOrder(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`select from payable where id = any(${ids}) order by id for no key update`.execute(db)
}

export async function lockPayments(db: Db, ids: readonly number[]): Promise<LockedPayment[]> {
  const rows = await rowsOf<PaymentRecord>(db)`
    select id, name, survey_id as "surveyId", status, msisdn as phone, provider, currency, amount_minor as "amountMinor", charge_minor as "chargeMinor", round,
      version, encode(facts_hash, 'hex') as "factsHash"
    from payable where id = any(${ids}) order by id for no key update`
  // A statement of its own: it sees the steps of the transaction that held the locks before.
  const taken = await sql<{ paymentId: number; step: string; actorId: number }>`
    select p.id as "paymentId", s.step, s.actor_id as "actorId"
    from payable p cross join lateral ${takenSteps} s where p.id = any(${ids})`.execute(db)
  const steps = Map.groupBy(taken.rows, ({ paymentId }) => paymentId)
  const held = await sql<{ id: number; hold: PaymentHold }>`
    select * from (select p.id, ${holdOf} as hold from payable p where p.id = any(${ids})) h where hold is not null`.execute(
    db,
  )
  const holds = new Map(held.rows.map(({ id, hold }) => [id, hold]))
  const limits = await currentLimits(db)
  return rows.map((row) => {
    const approvals = approvalsNeeded(limits, row)
    const taken = { approvals, steps: steps.get(row.id) ?? [], hold: holds.get(row.id) }
    return { ...row, ...taken, phone: row.phone ?? undefined }
  })
}

/** The actor as payment rules see them: their own phone matters. */
export async function paymentActor(
  db: Db,
  { id, permissions }: { id: number; permissions: ReadonlySet<string> },
): Promise<PaymentActor> {
  const rows = await rowsOf<{ phone: string | null }>(db)`select phone from person where id = ${id}`
  return { id, permissions, phone: rows[0]?.phone ?? undefined }
}

/** Who takes the step, and why. */
export interface StepTaker {
  source: AuditSource
  role: string
  /** Only a rejection has one. */
  reasonOf: (payment: LockedPayment) => string | undefined
  reasonText: string | undefined
  /** Of a run, whose money it holds already. */
  batchId?: number
  /** The provider or cash point at which it was paid by hand: no worker sends it. */
  outsideAt?: string | undefined
}

/**
 * Takes the step on all of them: each must be locked, and permitted by `stepRefusal`. Authorizing reserves the money of all
 * or throws INSUFFICIENT_FUNDS. Returns the batch that an authorization made.
 */
export async function takeStep(
  db: Db,
  step: PaymentStep,
  payments: readonly LockedPayment[],
  { source, role, reasonOf, reasonText, batchId: held, outsideAt }: StepTaker,
): Promise<number | undefined> {
  if (payments.length === 0) return undefined
  const ids = payments.map(({ id }) => id)
  await sql`
    insert into step (payable_id, round, step, level, actor_id, role, facts_hash)
    select p.id, p.round, ${step}, 1 + coalesce(before.n, 0), ${source.actorId}, ${role}, p.facts_hash
    from payable p left join (
      select payable_id, round, count(*)::int as n from step
      where step = 'approve' and step = ${step} and payable_id = any(${ids}) group by 1, 2
    ) before on before.payable_id = p.id and before.round = p.round
    where p.id = any(${ids})`.execute(db)
  const batchId =
    step === 'authorize' ? await reserve(db, payments, { actorId: source.actorId, held, outsideAt }) : undefined
  const moves = payments.map((payment) => {
    return {
      id: payment.id,
      from: payment.status,
      to: statusAfter(step, payment),
      reason: reasonOf(payment),
      reasonText,
    }
  })
  await movePayables(db, moves, { action: `payments.${step}`, source, rows: 'TOGETHER' })
  return batchId
}

/** Queues an attempt for each and sets its money aside. */
async function reserve(
  db: Db,
  payments: readonly LockedPayment[],
  { actorId, held, outsideAt }: { actorId: number; held: number | undefined; outsideAt: string | undefined },
): Promise<number> {
  const batchId = held ?? (await openBatch(db, actorId))
  const ids = payments.map(({ id }) => id)
  const made = await sql<Omit<MoneyOfAttempt, 'surveyId' | 'batchId'>>`
    insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency, is_outside, client_ref)
    select p.id, 1 + coalesce(earlier.no, 0), ${batchId}, coalesce(${outsideAt ?? null}, provider), msisdn, amount_minor, currency,
      ${outsideAt !== undefined}, case when ${outsideAt === undefined} then client_ref end
    from payable p join try_names(${ids}) n on n.payable_id = p.id
      left join (select payable_id as id, max(no) as no from attempt where payable_id = any(${ids}) group by 1) earlier
      using (id)
    where id = any(${ids})
    returning payable_id as "paymentId", no as "attemptNo", provider, currency, amount_minor as "amountMinor"`.execute(
    db,
  )
  const surveys = new Map(payments.map(({ id, surveyId }) => [id, surveyId]))
  const attempts = made.rows.map((row) => ({ ...row, batchId, surveyId: surveys.get(row.paymentId) ?? 0 }))
  await book(db, transfersFor({ event: held === undefined ? 'AUTHORIZED' : 'AUTHORIZED_IN_RUN', attempts }))
  return batchId
}

export async function openBatch(db: Db, actorId: number): Promise<number> {
  const rows = await rowsOf<{ id: number }>(db)`insert into batch (created_by) values (${actorId}) returning id`
  return rows[0]?.id ?? 0
}

interface Move {
  id: number
  from: PaymentStatus
  to: PaymentStatus
  /** A code. */
  reason?: string | undefined
  reasonText?: string | undefined
}

/** Where the trail says it came from; the house acts without a source. */
interface Trail {
  /** `payments.approve`. */
  action: string
  source?: AuditSource | undefined
  /** TOGETHER: payments that change alike share a row. Only for steps: from a payment its step leads to that row. */
  rows?: 'EACH' | 'TOGETHER'
}

/** The payables must be locked by the transaction (ordered by id), so that `from` is what they are. */
export async function movePayables(
  db: Db,
  moves: readonly Move[],
  { action, source, rows = 'EACH' }: Trail,
): Promise<void> {
  if (moves.length === 0) return
  const column = <T>(pick: (move: Move) => T) => moves.map(pick)
  await sql`
    with move as (
      select * from unnest(
        ${column(({ id }) => id)}::bigint[], ${column(({ from }) => from)}::text[], ${column(({ to }) => to)}::text[],
        ${column(({ reason }) => reason ?? null)}::text[], ${column(({ reasonText }) => reasonText ?? null)}::text[]
      ) as m (id, before, after, reason, reason_text)
    ), moved as (
      update payable p set status = m.after, reason = m.reason, reason_text = m.reason_text, version = version + 1,
        updated_at = now()
      from move m where p.id = m.id
    )
    insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select ${source?.actorId ?? null}::bigint, ${action}, 'payable', case when count(*) = 1 then min(id)::text end,
      jsonb_build_object('status', before)
        || case when count(*) > 1 then jsonb_build_object('ids', jsonb_agg(id order by id)) else '{}' end,
      jsonb_strip_nulls(jsonb_build_object('status', after, 'reason', reason, 'reasonText', reason_text,
        'count', nullif(count(*), 1))),
      ${source?.requestId ?? null}::text, ${source?.address ?? null}::text
    from move group by before, after, reason, reason_text, case when ${rows === 'EACH'} then id end order by min(id)`.execute(
    db,
  )
}
