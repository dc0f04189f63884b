/** The calls that take a payment off the straight path, one payment each (payments.md §1.3). */
import * as z from 'zod/mini'
import { paymentRef } from '#domain/money/payment.ts'
import { type PaymentWay, paymentWays } from '#domain/money/payment-ways.ts'
import { endpoint, one } from './endpoint.ts'
import { AmountInput, Day, optionalLines, optionalText, printable, text, Version } from './fields.ts'
import { maxDocumentBytes } from './floats.ts'
import { PaymentRow } from './payment-rows.ts'

const params = z.strictObject({ id: z.string().check(z.regex(paymentRef, 'BAD_ID')) })
/** The version that the caller saw: refused with STALE_FACTS when it is another one by now. */
const version = z.optional(z.nullable(Version))
const noted = { reasonText: optionalLines(2000), version }
const lines = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000), printable('many'))
/** What a person found, and what names its proof. */
const found = { evidence: lines, document: optionalText(200), version }

function way(path: string, name: PaymentWay) {
  const access = paymentWays[name].needs
  return {
    route: `POST /payments/{id}/${path}`,
    access,
    params,
    reply: one(PaymentRow),
  } as const
}

export const paymentWayCalls = {
  withdraw: endpoint({
    ...way('withdraw', 'withdraw'),
    summary:
      'Take back a payment that is not approved yet, or give up a failed one, with the reason; it can be reopened',
    body: z.strictObject(noted),
  }),
  reopen: endpoint({
    ...way('reopen', 'reopen'),
    summary: 'Open a rejected payment again, for the whole chain of people',
    body: z.strictObject({ reasonText: lines, version }),
  }),
  correct: endpoint({
    ...way('correct', 'correct'),
    summary:
      'Give a payment another phone or amount, for the whole chain of people; no phone: the one of the participant now',
    body: z.strictObject({ phone: optionalText(40), amount: z.optional(z.nullable(AmountInput)), ...noted }),
  }),
  retry: endpoint({
    ...way('retry', 'retry'),
    summary: 'Try a failed payment again with the same facts: it waits for its authorization',
    body: z.strictObject(noted),
  }),
  recall: endpoint({
    ...way('recall', 'recall'),
    summary: 'Stop an authorized payment of which nothing was sent yet',
    body: z.strictObject(noted),
  }),
  payOutside: endpoint({
    ...way('paid-outside', 'payOutside'),
    summary: 'Say, as its authorization, that a payment was paid by hand; another person then settles it',
    upload: { json: 'statement', file: 'document', maxBytes: maxDocumentBytes, required: true },
    body: z.strictObject({
      /** The provider or cash point whose float the money left. */
      provider: text(40),
      /** By which the money is found there. */
      reference: text(100),
      /** What was handed over: the amount that is owed. */
      amount: AmountInput,
      day: Day,
      evidence: lines,
      version,
    }),
  }),
  resolve: endpoint({
    ...way('resolve', 'resolve'),
    summary: 'Say how an unclear payment ended; two people who find the same settle it',
    body: z.strictObject({ outcome: z.enum(['PAID', 'NOT_PAID']), ...found }),
  }),
  reverse: endpoint({
    ...way('reverse', 'reverse'),
    summary: 'Begin to get back the money of a payment',
    body: z.strictObject(found),
  }),
  confirmReverse: endpoint({
    ...way('confirm-reverse', 'confirmReverse'),
    summary: 'Say, as another person, whether the money came back',
    body: z.strictObject({ outcome: z.enum(['RECOVERED', 'NOT_RECOVERED']), ...found }),
  }),
  oweAgain: endpoint({
    ...way('owe-again', 'oweAgain'),
    summary:
      'Say that a reversed payment is owed after all; the second person who says so makes a payment that follows it',
    body: z.strictObject(found),
  }),
}
