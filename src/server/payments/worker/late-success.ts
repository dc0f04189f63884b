/**
 * A failure is looked at again, as some providers pay what they had called failed. Money that moved after all is booked,
 * its payment becomes SUCCESSFUL, and an incident tells people about it. What went out on top of a payment, two people book.
 */
import { type Kysely, sql } from 'kysely'
import type { MoneyOfAttempt } from '#domain/money/ledger.ts'
import type { PaymentStatus } from '#domain/money/payment.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refusalOf } from '../../http/failure.ts'
import { atItsPlace, firstLookMs, isReferenceTaken, type Lease } from './attempt-store.ts'
import type { PaymentProvider, Succeeded } from '../providers/provider.ts'
import { movePayables } from '../steps/steps-store.ts'
import { evidenceOf, keepEvents } from './provider-events.ts'
import { isAsOrdered, paidLate } from './verdict.ts'
import { bookAttempt } from '../steps/ways-store.ts'

const paidTwice = 'PAID_TWICE'

/** The looks after the first one, each by its pause; after the last one a failure is over. */
const laterLooksMs = [3_600_000, 86_400_000]

interface Failure extends MoneyOfAttempt {
  id: number
  fence: number
  clientRef: string
  providerRef: string | null
  msisdn: string
  /** Looks since the last send, this one included. */
  polls: number
}

/** What came of a look, for the log: nothing, or what people have to know. */
export type Look = { paymentId: number; clientRef: string; incident: typeof paidLate | typeof paidTwice }

/** Looks at up to `limit` failures that are due. */
export async function lookBack(
  db: Kysely<unknown>,
  provider: PaymentProvider,
  lease: Lease,
  limit: number,
): Promise<Look[]> {
  const looks: Look[] = []
  for (const failure of await claim(db, lease, limit)) {
    const { clientRef, providerRef, paymentId } = failure
    const evidence = evidenceOf(failure)
    const result = await evidence.by(failure.attemptNo, (heard) =>
      provider.status({ clientRef, providerRef: providerRef ?? undefined, heard }),
    )
    await keepEvents(db, evidence.events)
    const isPaid = result.kind === 'SUCCEEDED' && isAsOrdered(failure, result)
    const incident = isPaid ? await bookLate(db, failure, result).catch(unlessTaken) : undefined
    if (incident) looks.push({ paymentId, clientRef, incident })
    else await lookAgain(db, failure, isPaid ? laterLooksMs[0] : laterLooksMs[failure.polls - 1])
  }
  return looks
}

/** A reference that has paid another payment proves nothing about this one. */
function unlessTaken(error: unknown): undefined {
  if (!isReferenceTaken(error)) throw error
}

async function claim(db: Db, lease: Lease, limit: number): Promise<Failure[]> {
  const { provider, leaseMs } = lease
  const rows = await rowsOf<Failure>(db)`
    with due as (
      select id from attempt where provider = ${provider} and state = 'FAILED' and next_at <= now()
        and ${atItsPlace(lease)} and not (select asking_stopped(${provider}))
      order by next_at limit ${limit} for no key update skip locked
    )
    update attempt a set fence = fence + 1, next_at = now() + make_interval(secs => ${leaseMs / 1000}),
      polls = case when a.next_at > a.final_at + make_interval(secs => ${firstLookMs / 1000}) then a.polls + 1 else 1 end
    from due, payable p where a.id = due.id and p.id = a.payable_id
    returning a.id, a.fence, a.client_ref as "clientRef", a.provider_ref as "providerRef", a.msisdn, a.polls,
      a.payable_id as "paymentId", a.no as "attemptNo", a.batch_id as "batchId", p.survey_id as "surveyId", a.provider,
      a.currency, a.amount_minor as "amountMinor"`
  return rows
}

async function lookAgain(db: Db, { id, fence }: Failure, pauseMs: number | undefined): Promise<void> {
  const next = pauseMs === undefined ? sql`'infinity'` : sql`now() + make_interval(secs => ${pauseMs / 1000})`
  await sql`update attempt set next_at = ${next} where id = ${id} and fence = ${fence}`.execute(db)
}

/** Undefined while a newer try is not over: it is stopped where nothing was sent, and the look comes again. */
async function bookLate(db: Kysely<unknown>, failure: Failure, paid: Succeeded): Promise<Look['incident'] | undefined> {
  return inTransaction(db, async (tx) => {
    const { paymentId } = failure
    const rows = await rowsOf<{ status: PaymentStatus }>(tx)`
      select status from payable where id = ${paymentId} for no key update`
    const [payment] = rows
    if (!payment) return undefined
    // Only now: a statement that waited for the lock still sees the attempts of before, without the one just authorized.
    if (await hasLiveAttempt(tx, paymentId)) {
      await sql`
        update attempt set fence = fence + 1, next_at = 'infinity', reason = ${paidLate}
        where payable_id = ${paymentId} and state = 'QUEUED' and sends = turned_away`.execute(tx)
      return undefined
    }
    if (['FAILED', 'ELIGIBLE', 'INITIATED', 'APPROVED', 'REJECTED'].includes(payment.status)) {
      await spendLate(tx, failure, paid, payment.status)
      return paidLate
    }
    await noteIncident(tx, failure, paid, paidTwice)
    await lookAgain(tx, failure, undefined)
    return paidTwice
  })
}

async function hasLiveAttempt(db: Db, paymentId: number): Promise<boolean> {
  const { rows } = await sql`
    select from attempt where payable_id = ${paymentId} and state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')`.execute(
    db,
  )
  return rows.length > 0
}

async function spendLate(db: Db, failure: Failure, paid: Succeeded, from: PaymentStatus): Promise<void> {
  await sql`
    update attempt set state = 'SUCCESSFUL', resolved = false, provider_ref = ${paid.providerRef}, reason = ${paidLate},
      paid_minor = ${paid.amountMinor}, paid_currency = ${paid.currency}, paid_msisdn = ${paid.msisdn ?? null},
      next_at = 'infinity', final_at = now()
    where id = ${failure.id} and fence = ${failure.fence}`.execute(db)
  await noteIncident(db, failure, paid, paidLate)
  await sql`savepoint booked`.execute(db)
  try {
    await bookAttempt(db, 'PAID_LATE', failure)
  } catch (error) {
    if (refusalOf(error)?.code !== 'INSUFFICIENT_FUNDS') throw error
    await sql`rollback to savepoint booked`.execute(db)
    await bookAttempt(db, 'PAID_LATE_ON_CREDIT', failure)
  }
  const move = { id: failure.paymentId, from, to: 'SUCCESSFUL' as const, reason: paidLate }
  await movePayables(db, [move], { action: 'payments.paidLate' })
}

async function noteIncident(
  db: Db,
  failure: Failure,
  { providerRef }: Succeeded,
  kind: Look['incident'],
): Promise<void> {
  await sql`
    insert into incident (kind, payable_id, attempt_no, provider_ref)
    values (${kind}, ${failure.paymentId}, ${failure.attemptNo}, ${providerRef}) on conflict do nothing`.execute(db)
}
