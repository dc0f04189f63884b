/** A way that many payments take together: its rule and its writing (ways.ts), on each of them. */
import { maxOnWay } from '#contract/payments.ts'
import type { PaymentActor } from '#domain/money/payment.ts'
import { paymentWays, togetherRefusal, type WayTogether, waysTogether } from '#domain/money/payment-ways.ts'
import type { Db } from '../../db/pool.ts'
import { decideEach, type EachRequest, refOf, type Stepped, totals } from './steps.ts'
import { askForReason, takeTogether } from './ways.ts'
import type { WayTaker } from './ways-store.ts'

interface WayRequest extends EachRequest {
  way: WayTogether
  taker: WayTaker
}

/** Throws VALIDATION_FAILED, before it looks at any payment, where the way wants a reason and there is none. */
export async function wayEach(db: Db, request: WayRequest, actor: PaymentActor): Promise<Stepped> {
  const { way, taker } = request
  const status = waysTogether[way]
  const [to] = paymentWays[way].to
  askForReason(way, { status }, taker)
  const { decided, missing } = await decideEach(db, request, actor, {
    from: [status],
    most: maxOnWay,
    refusal: (payment) => togetherRefusal(way, payment, actor),
  })
  const willing = decided.filter(({ code }) => code === 'OK').map(({ item }) => item.payment)
  await takeTogether(db, way, willing, taker)
  const outcomes = decided.map(({ item, code }) => ({ ref: refOf(request.asked, item), code, item, to }))
  return {
    action: way,
    outcomes: [...outcomes, ...missing],
    totalAmount: totals(willing),
    batchId: undefined,
    short: [],
  }
}
