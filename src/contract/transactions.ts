/** Tries at the provider, and what the books hold of its money. */
import * as z from 'zod/mini'
import { attemptStates } from '#domain/money/payment.ts'
import { keysBut, listing } from './listing.ts'
import { ofSurveys } from './survey-ref.ts'
import { Day, Id, moneyFields, Named, Sum, Timestamp } from './fields.ts'

const AttemptState = z.enum(attemptStates)
/** What people entered about a manual payment, which they sign with its amount and phone. */
export const entryFields = {
  recipientName: z.nullable(z.string()),
  /** What its maker calls it. */
  ownReference: z.nullable(z.string()),
  purpose: z.nullable(z.string()),
  /** Why it was made although there is another one for the same visit and phone. */
  overrideReason: z.nullable(z.string()),
  /** The file that it came from. */
  upload: z.nullable(Named),
}

/** One try at the provider. */
export const TransactionRow = z.object({
  /** Our reference, the same for every send of this attempt. */
  clientRef: z.string(),
  providerRef: z.nullable(z.string()),
  provider: z.string(),
  paymentId: Id,
  attemptNo: z.int(),
  batchId: Id,
  surveyId: Id,
  surveyTitle: z.string(),
  participant: z.nullable(Named),
  recipientName: entryFields.recipientName,
  phone: z.string(),
  ...moneyFields,
  state: AttemptState,
  reasonCode: z.nullable(z.string()),
  requestedAt: Timestamp,
  /** Of the latest send. */
  sentAt: z.nullable(Timestamp),
  finalAt: z.nullable(Timestamp),
  /** When a line of the provider’s statement proved it; null: the provider has only said so. */
  reconciledAt: z.nullable(Timestamp),
})
export type TransactionRow = z.output<typeof TransactionRow>

/** The books of one currency at one provider. */
export const BalanceRow = z.object({
  provider: z.string(),
  currency: z.string(),
  /** The amount that may still be authorized. */
  available: Sum,
  /** Authorized and not yet final. */
  reserved: Sum,
  spent: Sum,
  /** What the provider said last that our account there holds; null: it does not say. */
  providerReported: z.nullable(Sum),
  providerReportedAt: z.nullable(Timestamp),
  /** By so much that is more than the money of ours that it still has. */
  difference: z.nullable(Sum),
})
export type BalanceRow = z.output<typeof BalanceRow>

/** The query of the list of tries at the provider and of its file. */
export const transactionList = listing({
  path: 'payments/transactions',
  row: TransactionRow,
  access: 'payments.read',
  sort: ['requestedAt', 'amount', 'state'],
  filters: {
    /** The column is called `state`. */
    status: { kind: 'oneOf', values: attemptStates },
    surveyId: ofSurveys,
    paymentId: { kind: 'number', min: 1 },
    participantId: { kind: 'record', of: 'users/participants' },
    amount: { kind: 'number', min: 0, decimals: 3 },
    currency: { kind: 'text' },
    provider: { kind: 'text' },
    reasonCode: { kind: 'text' },
    requestedAt: { kind: 'day' },
    sentAt: { kind: 'day' },
    finalAt: { kind: 'day' },
  },
  more: {
    /** Days (UTC) on which the attempt was made, both included: other words for `requestedAt`. */
    from: z.optional(Day),
    to: z.optional(Day),
  },
  columns: keysBut(TransactionRow, 'surveyId', 'amountMinor'),
})
