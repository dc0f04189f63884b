/** A step on one payment or several, by the bulk calls (seed §5, §7, §8). */
import { bell } from '#contract/bell.ts'
import type { BulkResult } from '#contract/fields.ts'
import { type PaymentRow, payments, type StepResult } from '#contract/payments.ts'
import { addUp } from '#domain/money/money.ts'
import { ask, refresh } from '../../api/query.ts'
import type { ReviewedAction, Sent } from './review-state.ts'

const calls = {
  initiate: payments.bulkInitiate,
  approve: payments.bulkApprove,
  authorize: payments.bulkAuthorize,
  reject: payments.bulkReject,
  retry: payments.bulkRetry,
  withdraw: payments.bulkWithdraw,
  reopen: payments.bulkReopen,
} as const satisfies Record<ReviewedAction, unknown>

export type StepsTaken = BulkResult & Pick<StepResult, 'missing'>

/** What the person saw of the payments goes along: the server refuses what has changed since. */
export function sentOf(seen: readonly PaymentRow[], reason: Pick<Sent, 'reason' | 'reasonText'> = {}): Sent {
  return {
    ids: seen.map(({ paymentId }) => paymentId),
    versions: Object.fromEntries(seen.map(({ paymentId, version }) => [String(paymentId), version])),
    expectedCount: seen.length,
    expectedTotal: addUp(seen).map(({ amount, currency }) => ({ amount, currency })),
    ...reason,
  }
}

/**
 * What became of each payment; the same key again is answered the same and does nothing more. Without an id nothing is
 * sent: false, and a line in the log. A failure is logged and thrown as `ApiError`; `useFailureText` has its words.
 */
export async function takeStep(step: ReviewedAction, sent: Sent, key: string): Promise<StepsTaken | false> {
  if (sent.ids.length === 0) {
    console.error(`No payment to ${step}`)
    return false
  }
  try {
    const { data } = await ask(calls[step], { body: sent, idempotencyKey: key })
    // Asked for by number, each is answered by number.
    return { ...data, results: data.results.map((row) => ({ ...row, id: Number(row.id) })) }
  } catch (error) {
    console.error(`The payments could not take the step ${step}`, error)
    throw error
  }
}

/** After a step, whatever became of it. The bell too: its stream would tell only some seconds later. */
export function refreshPayments(): Promise<void> {
  return refresh(payments.list, payments.get, payments.transactions, payments.balance, bell.get)
}
