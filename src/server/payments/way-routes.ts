/** The calls of `contract/payment-ways.ts`: one payment, one way, one transaction. */
import type { Endpoint } from '#contract/endpoint.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { isFinding, type PaymentWay } from '#domain/money/payment-ways.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { problem } from '#domain/problems.ts'
import { AppError, refuse } from '../errors.ts'
import { type Context, on } from '../http/context.ts'
import { phoneParser } from '../phones.ts'
import { keepDocument, readDocument } from './funding/funding.ts'
import { findPlaces } from './manual/manual-store.ts'
import { getPayment } from './list/payment-list.ts'
import { readRef } from './payment-refs.ts'
import { viewerOf } from './row-parts.ts'
import { payOutside } from './steps/outside.ts'
import {
  confirmReverse,
  correct,
  oweAgain,
  recall,
  reopen,
  resolve,
  retry,
  reverse,
  type WayRequest,
  withdraw,
} from './steps/ways.ts'

interface Said {
  version?: number | null | undefined
  /** In the caller's words: why, or what they found. */
  reasonText?: string | null | undefined
  evidence?: string
}

/** Takes the way on the payment of the path and answers with how it is then. */
async function take(
  context: Context<Endpoint>,
  way: PaymentWay,
  said: Said,
  work: (request: WayRequest, seen: PaymentRow) => Promise<void>,
): Promise<PaymentRow> {
  const { db, actor, requestId, address, audit } = context
  // What people find about money moves it as an authorization does.
  if (isFinding(way)) refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const { id: ref } = context.params as { id: string }
  const id = await readRef(db, ref)
  const viewer = await viewerOf(db, actor)
  // Of a survey that the caller does not see: it is not there.
  const seen = await getPayment(db, id, viewer)
  const source = { actorId: actor.id, requestId, address }
  const reasonText = (said.reasonText ?? said.evidence) || undefined
  const taker = { source, role: actor.role, reasonText }
  await work({ way, id, version: said.version ?? undefined, actor: viewer, taker }, seen)
  // The payment's own trail has what changed; this is the call.
  audit({ action: 'payments.way', subjectType: 'payable', after: { id, way } })
  return getPayment(db, id, viewer)
}

export const paymentWayRoutes = [
  on(paymentWayCalls.withdraw, (context) =>
    take(context, 'withdraw', context.body, (asked) => withdraw(context.db, asked)),
  ),
  on(paymentWayCalls.reopen, (context) => take(context, 'reopen', context.body, (asked) => reopen(context.db, asked))),
  on(paymentWayCalls.correct, (context) => {
    const { phoneCountry, highestAmounts: highest } = context.services.settings
    const { amount, phone: written } = context.body
    return take(context, 'correct', context.body, async (asked, { surveyId }) => {
      const place = (await findPlaces(context.db, { scope: 'ALL', phoneCountry }, [surveyId])).get(surveyId)
      const read = written ? phoneParser(place?.country)(written) : undefined
      if (read?.problem) throw new AppError('VALIDATION_FAILED', { errors: [problem('phone', read.problem)] })
      return correct(context.db, asked, { phone: read?.value, amount, highest })
    })
  }),
  on(paymentWayCalls.retry, (context) => take(context, 'retry', context.body, (asked) => retry(context.db, asked))),
  on(paymentWayCalls.recall, (context) => take(context, 'recall', context.body, (asked) => recall(context.db, asked))),
  on(paymentWayCalls.payOutside, async (context) => {
    const { body, file, services, write } = context
    if (!file) throw new AppError('VALIDATION_FAILED', { errors: [problem('document', 'REQUIRED')] })
    const document = await readDocument(file)
    return write((db, actor) =>
      take({ ...context, db, actor }, 'payOutside', body, async (asked, owed) => {
        const fileId = await keepDocument(db, document, services, actor.id)
        await payOutside(db, asked, { ...body, owed, fileId })
      }),
    )
  }),
  on(paymentWayCalls.resolve, (context) =>
    take(context, 'resolve', context.body, (asked) => resolve(context.db, asked, context.body)),
  ),
  on(paymentWayCalls.reverse, (context) =>
    take(context, 'reverse', context.body, (asked) => reverse(context.db, asked, context.body)),
  ),
  on(paymentWayCalls.confirmReverse, (context) =>
    take(context, 'confirmReverse', context.body, (asked) => confirmReverse(context.db, asked, context.body)),
  ),
  on(paymentWayCalls.oweAgain, (context) =>
    take(context, 'oweAgain', context.body, (asked) => oweAgain(context.db, asked, context.body)),
  ),
]
