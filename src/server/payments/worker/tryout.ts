/**
 * What was tried out on the simulator leaves the books when the first real provider comes. Its payments are cancelled, and
 * the play money goes back to its float. Their responses are owed again through the provider, or not, as a person chooses.
 */
import { sql } from 'kysely'
import { type MoneyOfAttempt, transfersFor } from '#domain/money/ledger.ts'
import type { PaymentStatus } from '#domain/money/payment.ts'
import type { TryoutChoice } from '#domain/money/payment-stops.ts'
import type { AuditSource } from '../../audit.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { book } from '../books/books.ts'
import { makePayables } from '../steps/payables.ts'
import { simulatorName } from '../providers/provider.ts'
import { lockPayments, movePayables, takeStep } from '../steps/steps-store.ts'

const reason = 'TRYOUT'
/** Two people look for their money already, and end it. */
const open = sql`provider = ${simulatorName} and status not in ('CANCELLED', 'REVERSED', 'REVERSING')`

/** Undefined where nothing was tried out. */
export async function tryoutOf(db: Db): Promise<{ payments: number; paid: number } | undefined> {
  const rows = await rowsOf<{ payments: number; paid: number }>(db)`
    select count(*)::int as payments, count(*) filter (where status = 'SUCCESSFUL')::int as paid
    from payable where ${open}`
  return rows[0] && rows[0].payments > 0 ? rows[0] : undefined
}

interface Chooser {
  choice: TryoutChoice
  source: AuditSource
  role: string
}

/** In the transaction of the choice. */
export async function endTryout(db: Db, { choice, source, role }: Chooser): Promise<void> {
  const found = await rowsOf<{ id: number }>(db)`
    select id from payable where ${open} order by id for no key update`
  const ids = found.map(({ id }) => id)
  const owed = await sql<{ surveyId: number; ids: number[] }>`
    select survey_id as "surveyId", array_agg(response_id order by response_id) as ids from payable_response
    where payable_id = any(${ids}) and released_at is null group by survey_id order by survey_id`.execute(db)
  await endAttempts(db, ids, source)
  const approved = (await lockPayments(db, ids)).filter(({ status }) => status === 'APPROVED')
  await takeStep(db, 'reject', approved, { source, role, reasonOf: () => reason, reasonText: undefined })
  const paid = await rowsOf<MoneyOfAttempt>(db)`${attempts(ids)} and a.state = 'SUCCESSFUL'`
  await book(
    db,
    paid.flatMap((attempt) => transfersFor({ event: 'TRIED_OUT', attempt })),
  )
  const rows = await rowsOf<{ id: number; from: PaymentStatus }>(db)`
    select id, status as "from" from payable where id = any(${ids}) order by id`
  const moves = rows.map((row) => ({ ...row, to: 'CANCELLED' as const, reason }))
  await movePayables(db, moves, { action: 'payments.cancel', source })
  if (choice === 'DROPPED') return
  for (const responses of owed.rows) await makePayables(db, { ...responses, source })
}

/** No answer will come: the simulator is gone. */
async function endAttempts(db: Db, ids: readonly number[], source: AuditSource): Promise<void> {
  const live = await rowsOf<MoneyOfAttempt & { id: number }>(db)`
    ${attempts(ids)} and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')`
  if (live.length === 0) return
  const attemptIds = live.map(({ id }) => id)
  // Only what was sent can fail: a try that waits counts as one that was lost on its way.
  await sql`update attempt set state = 'SENDING', sends = sends + 1, sent_at = now()
    where id = any(${attemptIds}) and state = 'QUEUED'`.execute(db)
  await sql`
    update attempt set state = 'FAILED', reason = ${reason}, fence = fence + 1, final_at = now(), next_at = 'infinity'
    where id = any(${attemptIds})`.execute(db)
  await book(
    db,
    live.flatMap((attempt) => transfersFor({ event: 'NOT_PAID', attempt })),
  )
  const moves = live.map(({ paymentId }) => ({
    id: paymentId,
    from: 'PROCESSING' as const,
    to: 'FAILED' as const,
    reason,
  }))
  await movePayables(db, moves, { action: 'payments.end', source })
}

function attempts(ids: readonly number[]) {
  return sql`
    select a.id, a.payable_id as "paymentId", a.no as "attemptNo", a.batch_id as "batchId", p.survey_id as "surveyId",
      a.provider, a.currency, a.amount_minor as "amountMinor"
    from attempt a join payable p on p.id = a.payable_id where a.payable_id = any(${ids})`
}
