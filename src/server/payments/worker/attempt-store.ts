/**
 * Attempts in the hands of a worker. Taking one in hand raises its fence. It is sent, and its outcome is written, only while
 * the fence is still the same, so a worker that was given up does neither. All times are the database's.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { transfersFor } from '#domain/money/ledger.ts'
import type { AttemptState } from '#domain/money/payment.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { book } from '../books/books.ts'
import type { ProviderPlace } from '../providers/provider.ts'
import { lockInOrder, movePayables } from '../steps/steps-store.ts'
import { type Evidence, keepEvents } from './provider-events.ts'
import { type Job, mismatch, type Verdict } from './verdict.ts'

/** When a failure is looked at again: some providers pay after all (late-success.ts). */
export const firstLookMs = 600_000

export interface Lease {
  provider: string
  place?: ProviderPlace | undefined
  leaseMs: number
  /** How long a provider may take until a reference it was sent is visible to questions. */
  visibilityMs: number
}

/** Whether the provider is met at its place, with the account that the attempts were made for. */
export function atItsPlace({ provider, place }: Pick<Lease, 'provider' | 'place'>) {
  if (!place) return sql`true`
  return sql`(select (address, account) = (${place.address}, ${place.account}) from provider where name = ${provider})`
}

/**
 * Takes up to `limit` due attempts in hand, the longest due first: of those to be sent and those to be asked about half
 * each, as far as there are so many. A send whose lease ran out was another worker's: its outcome is unknown, so the
 * provider is asked about it first. While sending is stopped (payment-stops.ts), nothing is taken in hand to be sent, and never
 * more than `mostSends`.
 */
export async function claimDue(db: Db, lease: Lease, limit: number, mostSends = limit): Promise<Job[]> {
  const { provider } = lease
  const places = sql`
    select id from (
      select id, is_send, row_number() over (partition by is_send order by next_at, id) as place
      from (select * from sends union all select * from questions) each
    ) placed order by place, is_send limit ${limit}`
  const sends = sql`a.state = 'QUEUED' and not (select sending_stopped(${provider}, false))`
  const questions = sql`a.state in ('SENDING', 'SENT', 'UNKNOWN') and not (select asking_stopped(${provider}))`
  return await take(
    db,
    lease,
    sql`sends as materialized (${due(lease, Math.min(limit, mostSends), sends)}), questions as materialized (${due(lease, limit, questions)}),
      due as (${places})`,
  )
}

/** What a provider in trouble is tried with. */
export interface Probe {
  currency: string
  /** No more than its account has, as far as it says so. */
  atMostMinor: bigint | undefined
}

/** Takes one payment to be sent in hand, though nothing else is sent. */
export async function claimProbe(db: Db, lease: Lease, { currency, atMostMinor }: Probe): Promise<Job | undefined> {
  const fitting = sql`a.state = 'QUEUED' and a.currency = ${currency} and not (select sending_stopped(${lease.provider}, true))
    and a.amount_minor <= coalesce(${atMostMinor === undefined ? null : String(atMostMinor)}::numeric, a.amount_minor)`
  const [job] = await take(db, lease, sql`due as materialized (${due(lease, 1, fitting)})`)
  return job
}

/** Whether anything of this currency waits to be sent. */
export async function isQueued(db: Db, lease: Lease, currency: string): Promise<boolean> {
  const { rows } = await sql`
    select from attempt where provider = ${lease.provider} and currency = ${currency} and state = 'QUEUED'
      and next_at <= now() and ${atItsPlace(lease)} limit 1`.execute(db)
  return rows.length > 0
}

function due(lease: Lease, limit: number, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select a.id, a.next_at, a.state = 'QUEUED' as is_send
    from attempt a join payable p on p.id = a.payable_id and p.status = 'PROCESSING'
    where ${which} and a.next_at <= now() and a.provider = ${lease.provider} and ${atItsPlace(lease)}
    order by a.next_at, a.id limit ${limit} for no key update of a skip locked`
}

async function take(db: Db, { leaseMs, visibilityMs }: Lease, due: RawBuilder<unknown>): Promise<Job[]> {
  const rows = await rowsOf<Job>(db)`
    with ${due}
    update attempt a set
      state = case a.state when 'SENDING' then 'UNKNOWN' else a.state end,
      reason = case a.state when 'SENDING' then 'LEASE_EXPIRED' else a.reason end,
      fence = a.fence + 1,
      next_at = now() + make_interval(secs => ${leaseMs / 1000})
    from due, payable p, survey s
    where a.id = due.id and p.id = a.payable_id and s.id = p.survey_id
    returning a.id, a.fence, a.payable_id as "paymentId", a.no as "attemptNo", a.batch_id as "batchId",
      p.survey_id as "surveyId", s.title as "surveyTitle", a.provider, a.currency, a.amount_minor as "amountMinor",
      a.client_ref as "clientRef", a.provider_ref as "providerRef", a.msisdn, a.state,
      a.sends - a.turned_away as sends, a.polls,
      a.poll_limit as "pollLimit", coalesce(p.created_at <= (select asked_before()), false) as "mayBeKnown",
      coalesce(1000 * extract(epoch from a.sent_at - now()) + ${visibilityMs}::float8, 'infinity')::float8 as "resendInMs",
      (select coalesce(json_agg(json_build_object('no', f.no, 'clientRef', f.client_ref, 'providerRef', f.provider_ref,
          'ageMs', 1000 * extract(epoch from now() - f.final_at),
          'wasTaken', f.provider_ref is not null or f.sends - f.turned_away > 1 or f.resolved)), '[]')
        from attempt f where a.no > 1 and f.payable_id = a.payable_id and f.state = 'FAILED') as earlier`
  return rows
}

/**
 * Committed right before the sendings. False for those that were recalled, stopped or taken over since they were taken in
 * hand: they are not sent. What a stop keeps back waits for its end.
 */
export async function beginSends(
  db: Db,
  jobs: readonly Pick<Job, 'id' | 'fence'>[],
  { provider, leaseMs }: Pick<Lease, 'provider' | 'leaseMs'>,
  probing = false,
): Promise<boolean[]> {
  const rows = await rowsOf<{ id: number }>(db)`
    with stop as materialized (select sending_stopped(${provider}, ${probing}) as is_open), begun as (
      update attempt a set state = case when is_open then 'QUEUED' else 'SENDING' end,
        sends = a.sends + (not is_open)::int, sent_at = case when is_open then a.sent_at else now() end,
        next_at = now() + case when is_open then interval '0' else make_interval(secs => ${leaseMs / 1000}) end
      from stop, unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ fence }) => fence)}::int[]) as j (id, fence)
      where a.id = j.id and a.fence = j.fence and a.state = 'QUEUED' and a.next_at < 'infinity'
      returning a.id, a.state
    ) select id from begun where state = 'SENDING'`
  const begun = new Set(rows.map(({ id }) => id))
  return jobs.map(({ id }) => begun.has(id))
}

export interface Outcome extends Pick<Evidence, 'events'> {
  job: Job
  verdict: Verdict
}

/**
 * Writes what became of attempts, with the books and the payments of those that are final, all or nothing. Returns the
 * outcomes that counted: the others had lost their attempt to another worker.
 */
export async function recordOutcomes(db: Kysely<unknown>, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  try {
    return await write(db, outcomes)
  } catch (error) {
    const [only] = outcomes
    if (!only || outcomes.length > 1 || !isReferenceTaken(error)) throw error
    return write(db, [{ ...only, verdict: { state: 'UNKNOWN', reason: mismatch, waitMs: 'NEVER' } }])
  }
}

/** The provider names a payment of its own that has paid another one here: people find out which of both it paid. */
export function isReferenceTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'attempt_reference'
}

function write(db: Kysely<unknown>, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  return inTransaction(db, (tx) => writeOutcomes(tx, outcomes))
}

/** The same in the transaction of a caller. */
export async function writeOutcomes(tx: Db, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const finals = outcomes.filter(({ verdict }) => isFinal(verdict.state))
  await lockInOrder(
    tx,
    finals.map(({ job }) => job.paymentId),
  )
  // Also of a try that another worker has by now: it was answered all the same.
  await keepEvents(
    tx,
    outcomes.flatMap(({ events }) => events),
  )
  const written = await writeAttempts(tx, outcomes)
  const counted = outcomes.filter(({ job }) => written.has(job.id))
  const ended = counted.filter(({ verdict }) => isFinal(verdict.state))
  const goOn = new Set(ended.filter(({ verdict }) => verdict.opensNext))
  await openNextTries(
    tx,
    [...goOn].map(({ job }) => job),
  )
  await settle(
    tx,
    ended.filter((outcome) => !goOn.has(outcome)),
  )
  return counted
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
    pollLimit: verdict.pollLimit,
    polls: job.state === 'SENDING' ? 0 : job.polls + 1,
    away: verdict.unsent ? 1 : 0,
    paidMinor: verdict.paid?.amountMinor,
    paidCurrency: verdict.paid?.currency,
    paidMsisdn: verdict.paid?.msisdn,
  }))
  const written = await sql<{ id: number }>`
    update attempt a set state = o.state, reason = o.reason, provider_ref = coalesce(o.ref, a.provider_ref),
      next_at = case o.state when 'FAILED' then now() + make_interval(secs => ${firstLookMs / 1000})
        else coalesce(now() + make_interval(secs => o.wait), 'infinity') end,
      poll_limit = coalesce(o."pollLimit", a.poll_limit), polls = o.polls, turned_away = a.turned_away + o.away, paid_minor = coalesce(o."paidMinor", a.paid_minor),
      paid_currency = coalesce(o."paidCurrency", a.paid_currency), paid_msisdn = coalesce(o."paidMsisdn", a.paid_msisdn),
      final_at = case when o.state in ('SUCCESSFUL', 'FAILED') then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(
      id bigint, fence int, state text, reason text, ref text, wait double precision, polls int, away int, "pollLimit" int,
      "paidMinor" bigint, "paidCurrency" text, "paidMsisdn" text)
    where a.id = o.id and a.fence = o.fence
    returning a.id`.execute(db)
  return new Set(written.rows.map(({ id }) => id))
}

/** The payments stay on their way: another try of each, under the same authorization and with the same money. */
async function openNextTries(db: Db, failed: readonly Job[]): Promise<void> {
  if (failed.length === 0) return
  await sql`
    insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency, client_ref)
    select payable_id, no + 1, batch_id, provider, msisdn, amount_minor, currency, n.client_ref
    from attempt join try_names(${failed.map(({ paymentId }) => paymentId)}) n using (payable_id)
    where id = any(${failed.map(({ id }) => id)}) order by payable_id`.execute(db)
  await book(
    db,
    failed.flatMap((attempt) => transfersFor({ event: 'TRIED_AGAIN', attempt })),
  )
}

/** Spends or gives back what was reserved, and ends the payments. */
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
    reasonText: verdict.reasonText,
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
