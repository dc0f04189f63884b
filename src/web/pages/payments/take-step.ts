/** A step on one payment (seed §5, §7, §8). Several are chosen first (`runs/`). */
import { bell } from '#contract/bell.ts'
import { paymentRuns } from '#contract/payment-runs.ts'
import { payments, type StepResult } from '#contract/payments.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import type { PaymentStep } from '#domain/money/payment.ts'
import { ask, refresh } from '../../api/query.ts'

const calls = {
  initiate: payments.bulkInitiate,
  approve: payments.bulkApprove,
  authorize: payments.bulkAuthorize,
  reject: payments.bulkReject,
} as const satisfies Record<PaymentStep, unknown>

interface Sent {
  ids: number[]
  versions: Record<string, number>
  expectedTotal: { amount: string; currency: string }[]
  reason?: string
  reasonText?: string
}

/** What the person saw of the payment goes along: the server refuses what has changed since. */
export function sentOf(
  { paymentId, version, amount, currency }: PaymentRow,
  reason: Pick<Sent, 'reason' | 'reasonText'> = {},
): Sent {
  return { ids: [paymentId], versions: { [paymentId]: version }, expectedTotal: [{ amount, currency }], ...reason }
}

/**
 * What became of the payment; the same key again is answered the same and does nothing more. Without an id nothing is
 * sent: false, and a line in the log. A failure is logged and thrown as `ApiError`; `useFailureText` has its words.
 */
export async function takeStep(step: PaymentStep, sent: Sent, key: string): Promise<StepResult | false> {
  if (sent.ids.length === 0) {
    console.error(`No payment to ${step}`)
    return false
  }
  try {
    return (await ask(calls[step], { body: sent, idempotencyKey: key })).data
  } catch (error) {
    console.error(`The payment could not take the step ${step}`, error)
    throw error
  }
}

/** After a step, whatever became of it. The bell too: its stream would tell only some seconds later. */
export function refreshPayments(): Promise<void> {
  const { list, get, transactions, balance } = payments
  return refresh(list, get, transactions, balance, paymentRuns.list, bell.get)
}
