/** Many failed payments tried again at once: the rule and the writing of `retry` (ways.ts), on each of them. */
import { maxRetried } from '#contract/payments.ts'
import type { PaymentActor } from '#domain/payment.ts'
import { paymentWays, wayRefusal } from '#domain/payment-ways.ts'
import type { Db } from '../db/pool.ts'
import { decideEach, type EachRequest, refOf, type Stepped, totals } from './steps.ts'
import { retriedTo, takeRetry } from './ways.ts'
import type { WayTaker } from './ways-store.ts'

export async function retryEach(db: Db, request: EachRequest, actor: PaymentActor, taker: WayTaker): Promise<Stepped> {
  const { decided, missing } = await decideEach(db, request, actor, {
    from: paymentWays.retry.from,
    most: maxRetried,
    // A failed payment has no live try at the provider, and so no finding about one.
    refusal: (payment) => wayRefusal('retry', { ...payment, attempt: undefined, finding: undefined }, actor),
  })
  const willing = decided.filter(({ code }) => code === 'OK').map(({ item }) => item.payment)
  await takeRetry(db, willing, taker)
  const outcomes = decided.map(({ item, code }) => ({ ref: refOf(request.asked, item), code, item, to: retriedTo }))
  return {
    action: 'retry',
    outcomes: [...outcomes, ...missing],
    totalAmount: totals(willing),
    batchId: undefined,
    short: [],
  }
}
