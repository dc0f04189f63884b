/**
 * Attempts in the hands of a worker. Taking one in hand raises its fence and is committed before anything is sent. Its
 * outcome is written only while the fence is still the same, so a worker that was given up writes nothing. All times
 * are the database's.
 */
import { type Kysely, sql } from 'kysely'
import { transfersFor } from '#domain/ledger.ts'
import type { AttemptState } from '#domain/payment.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { book } from './books.ts'
import { movePayables } from './status-changes.ts'
import { lockInOrder } from './steps-store.ts'
import type { Job, Verdict } from './verdict.ts'

/** When a failure is looked at again: some providers pay after all (late-success.ts). */
export const firstLookMs = 600_000

export interface Lease {
  provider: string
  leaseMs: number
  /** How long a provider may take until a reference it was sent is visible to questions. */
  visibilityMs: number
}

/**
 * Takes up to `limit` due attempts in hand, the longest due first. A send whose lease ran out was another worker's: its
 * outcome is unknown, so the provider is asked about it first. A further try of a payment stays QUEUED while the provider
 * is asked about the earlier ones. While sending is stopped (payment-stops.ts), nothing is taken in hand to be sent.
 */
export async function claimDue(db: Db, { provider, leaseMs, visibilityMs }: Lease, limit: number): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with due as (
      select a.id, case when a.state = 'QUEUED' and a.no > 1 and a.sends = 0 then 'TO_ASK' else a.state end as state
      from attempt a join payable p on p.id = a.payable_id and p.status = 'PROCESSING'
      where a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and a.next_at <= now() and a.provider = ${provider}
        and not case a.state when 'QUEUED' then sending_stopped(${provider}) else asking_stopped(${provider}) end
      order by a.next_at, a.id limit ${limit} for no key update of a skip locked
    )
    update attempt a set
      state = case due.state when 'QUEUED' then 'SENDING' when 'SENDING' then 'UNKNOWN' when 'TO_ASK' then 'QUEUED'
        else due.state end,
      reason = case due.state when 'SENDING' then 'LEASE_EXPIRED' else a.reason end,
      fence = a.fence + 1,
      next_at = now() + make_interval(secs => ${leaseMs / 1000}),
      sends = a.sends + case due.state when 'QUEUED' then 1 else 0 end,
      sent_at = case due.state when 'QUEUED' then now() else a.sent_at end
    from due, payable p, survey s
    where a.id = due.id and p.id = a.payable_id and s.id = p.survey_id
    returning a.id, a.fence, a.payable_id as "paymentId", a.no as "attemptNo", a.batch_id as "batchId",
      p.survey_id as "surveyId", s.title as "surveyTitle", a.provider, a.currency, a.amount_minor as "amountMinor",
      a.client_ref as "clientRef", a.provider_ref as "providerRef", a.msisdn, a.state, a.sends, a.polls,
      a.sent_at + make_interval(secs => ${visibilityMs / 1000}) <= now() as "mayResend",
      (select coalesce(json_agg(json_build_object('clientRef', f.client_ref, 'providerRef', f.provider_ref,
          'ageMs', 1000 * extract(epoch from now() - f.final_at),
          'wasTaken', f.provider_ref is not null or f.sends > 1 or f.resolved)), '[]')
        from attempt f where a.no > 1 and f.payable_id = a.payable_id and f.state = 'FAILED') as earlier`.execute(db)
  return rows
}

/** Committed before a further try is sent. Undefined when it was stopped or recalled while the provider was asked. */
export async function beginSend(db: Db, job: Job, { leaseMs }: Lease): Promise<Job | undefined> {
  const { numAffectedRows } = await sql`
    update attempt set state = 'SENDING', sends = 1, sent_at = now(), next_at = now() + make_interval(secs => ${leaseMs / 1000})
    where id = ${job.id} and fence = ${job.fence} and state = 'QUEUED' and next_at < 'infinity'
      and not sending_stopped(provider)`.execute(db)
  return numAffectedRows === 1n ? { ...job, state: 'SENDING', sends: 1 } : undefined
}

export interface Outcome {
  job: Job
  verdict: Verdict
}

/**
 * Writes what became of attempts, with the books and the payments of those that are final, all or nothing. Returns the
 * outcomes that counted: the others had lost their attempt to another worker.
 */
export async function recordOutcomes(db: Kysely<unknown>, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  return inTransaction(db, async (tx) => {
    const finals = outcomes.filter(({ verdict }) => isFinal(verdict.state))
    await lockInOrder(
      tx,
      finals.map(({ job }) => job.paymentId),
    )
    const written = await writeAttempts(tx, outcomes)
    const counted = outcomes.filter(({ job }) => written.has(job.id))
    await settle(
      tx,
      counted.filter(({ verdict }) => isFinal(verdict.state)),
    )
    return counted
  })
}

function isFinal(state: AttemptState): boolean {
  return state === 'SUCCESSFUL' || state === 'FAILED'
}

async function writeAttempts(db: Db, outcomes: readonly Outcome[]): Promise<Set<number>> {
  const rows = outcomes.map(({ job, verdict }) => ({
    id: job.id,
    fence: job.fence,
    state: verdict.state,
    reason: verdict.reason,
    ref: verdict.providerRef,
    wait: verdict.waitMs === 'NEVER' ? undefined : verdict.waitMs / 1000,
    polls: job.state === 'SENDING' ? 0 : job.polls + 1,
    sends: verdict.unsent ? job.sends - 1 : job.sends,
    paidMinor: verdict.paid?.amountMinor,
    paidCurrency: verdict.paid?.currency,
    paidMsisdn: verdict.paid?.msisdn,
  }))
  const written = await sql<{ id: number }>`
    update attempt a set state = o.state, reason = o.reason, provider_ref = coalesce(o.ref, a.provider_ref),
      next_at = case o.state when 'FAILED' then now() + make_interval(secs => ${firstLookMs / 1000})
        else coalesce(now() + make_interval(secs => o.wait), 'infinity') end,
      polls = o.polls, sends = o.sends, paid_minor = coalesce(o."paidMinor", a.paid_minor),
      paid_currency = coalesce(o."paidCurrency", a.paid_currency), paid_msisdn = coalesce(o."paidMsisdn", a.paid_msisdn),
      final_at = case when o.state in ('SUCCESSFUL', 'FAILED') then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(
      id bigint, fence int, state text, reason text, ref text, wait double precision, polls int, sends int,
      "paidMinor" bigint, "paidCurrency" text, "paidMsisdn" text)
    where a.id = o.id and a.fence = o.fence
    returning a.id`.execute(db)
  return new Set(written.rows.map(({ id }) => id))
}

/** Spends or returns the reserved money, and ends the payments. */
async function settle(db: Db, finals: readonly Outcome[]): Promise<void> {
  const transfers = finals.flatMap(({ job, verdict }) =>
    transfersFor({ event: verdict.state === 'SUCCESSFUL' ? 'PAID' : 'NOT_PAID', attempt: job }),
  )
  await book(db, transfers)
  await lookAtEarlier(
    db,
    finals.filter(({ job, verdict }) => job.earlier.length > 0 && verdict.state === 'SUCCESSFUL'),
  )
  const moves = finals.map(({ job, verdict }) => ({
    id: job.paymentId,
    from: 'PROCESSING' as const,
    to: verdict.state === 'SUCCESSFUL' ? ('SUCCESSFUL' as const) : ('FAILED' as const),
    reason: verdict.reason,
  }))
  await movePayables(db, moves, { action: 'payments.end' })
}

/** A payment that took more than one try may be paid twice: people hear of that at once (late-success.ts). */
async function lookAtEarlier(db: Db, paid: readonly Outcome[]): Promise<void> {
  if (paid.length === 0) return
  await sql`
    update attempt set next_at = now()
    where payable_id = any(${paid.map(({ job }) => job.paymentId)}) and state = 'FAILED'`.execute(db)
}
