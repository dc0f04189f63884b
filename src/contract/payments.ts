/**
 * The calls of payments: lists, the steps that release them, single or in bulk, and the books (seed §7;
 * payments.md §1.5).
 */
import * as z from 'zod/mini'
import { locales } from '#domain/text/locale.ts'
import { paymentRef, paymentStatuses, targetStatuses } from '#domain/money/payment.ts'
import { Currency } from './currency.ts'
import {
  GivenId,
  Missing,
  PaymentAmounts,
  PaymentCounts,
  PaymentDetail,
  PaymentRow,
  ProviderEvent,
} from './payment-rows.ts'
import { BalanceRow, TransactionRow, transactionList } from './transactions.ts'
import { endpoint, file, list, one } from './endpoint.ts'
import { recordFilters } from './filters.ts'
import { listing, Search } from './listing.ts'
import { ofSurveys } from './survey-ref.ts'
import { BulkResult, BulkRow, Day, SumInput, Timestamp, Version, optionalLines, pageFields } from './fields.ts'
import { saying } from './problems.ts'

/** At most this many ids in one bulk call. */
export const maxPayments = 50_000
/** The most payments in one call; a job does more in chunks, as a run. */
export const maxAtOnce = 5000
export const maxInRun = 1_000_000
/** A bulk call lists what failed or was skipped, and the rest too when it is no more than this. */
export const maxListedOk = 1000

/** A payment, a location (its payment) or a survey (its payments in the status that the step starts from). */
export const AnyIds = z
  .array(z.pipe(z.union([z.number(), z.string().check(z.maxLength(64))]), z.transform(String)))
  .check(z.minLength(1), z.maxLength(maxPayments))

export const Reason = {
  /** A code such as `WRONG_PHONE` (`rejectReasons`); OTHER when absent. */
  reason: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z]\w{0,63}$/)))),
  reasonText: optionalLines(2000),
}

const bulkFields = {
  /** The payments that the screen showed: refused with BATCH_CHANGED when the ids now mean other ones. */
  expectedCount: z.optional(z.int().check(z.nonnegative())),
  expectedTotal: z.optional(z.array(z.strictObject({ amount: SumInput, currency: Currency }))),
  /** By payment id: a payment whose version is another by now is refused with STALE_FACTS. */
  versions: z.optional(z.record(z.string(), Version)),
  /** Does the same and takes it back: the answer tells what would happen. */
  dryRun: z.optional(z.boolean()),
  /** All of them or none, up to 5,000: refused with BATCH_REFUSED when one cannot take the step. */
  atomic: z.optional(z.boolean()),
}

interface IdLists {
  ids?: unknown
  surveyIds?: unknown
  locationIds?: unknown
}

function bulkBody<Shape extends z.core.$ZodLooseShape>(more: Shape) {
  const lists = { ids: z.optional(AnyIds), surveyIds: z.optional(AnyIds), locationIds: z.optional(AnyIds) }
  const oneList = z.refine<IdLists>(
    ({ ids, surveyIds, locationIds }) => [ids, surveyIds, locationIds].filter(Boolean).length === 1,
    { path: ['ids'], params: saying('REQUIRED') },
  )
  return z.strictObject({ ...lists, ...bulkFields, ...more }).check(oneList)
}

export const BulkBody = bulkBody({})
/** Of payments that take a way together. */
export const WayBody = bulkBody({ reasonText: Reason.reasonText })

/** A row has the id that the caller named; a row of a named survey has its own id. */
export const StepResult = z.extend(BulkResult, {
  results: z.array(z.extend(BulkRow, { id: GivenId })),
  /** How much the floats are short of: payments of those currencies alone are refused. */
  missing: z.optional(z.array(Missing)),
})
export type StepResult = z.output<typeof StepResult>

function bulkStep<Access extends `payments.${string}`>(path: string, access: Access) {
  return {
    route: `POST /payments/${path}`,
    access,
    later: 202,
    reply: one(StepResult),
  } as const
}

/** An id in a path: digits, or the name of a manual payment. */
const PaymentRef = z.string().check(z.regex(paymentRef, 'BAD_ID'))

export const StepBody = z.strictObject({
  status: z.enum(targetStatuses),
  // Seed §7 sends whole rows here: what is not read is ignored.
  surveyData: z.optional(
    z.nullable(
      z.object({
        version: z.optional(z.nullable(Version)),
        factsHash: z.optional(z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/)))),
        ...Reason,
      }),
    ),
  ),
})

/** A payment or location id answers the changed row, a survey id what became of each of its payments. */
export const StepOutcome = z.discriminatedUnion('outcome', [
  z.extend(PaymentRow, { outcome: z.literal('PAYMENT') }),
  z.extend(StepResult, { outcome: z.literal('BULK') }),
])

/** The query of the list of payments and of its file. */
export const paymentList = listing({
  path: 'payments',
  row: PaymentRow,
  access: 'payments.read',
  sort: ['updatedAt', 'createdAt', 'amount', 'status'],
  filters: {
    status: { kind: 'oneOf', values: paymentStatuses },
    surveyId: ofSurveys,
    /** Of the survey. */
    siteId: { kind: 'record', of: 'sites' },
    participantId: { kind: 'record', of: 'users/participants' },
    amount: { kind: 'number', min: 0, decimals: 3 },
    currency: { kind: 'text' },
    provider: { kind: 'text' },
    /** A code, as rows have it. */
    reason: { kind: 'text' },
    /** Runs that took them, whatever became of them there. */
    runId: { kind: 'record', of: 'payments/runs' },
    /** Files that manual payments came from. */
    uploadId: { kind: 'record', of: 'payments/uploads' },
    ...recordFilters,
  },
  more: {
    q: Search,
    /** Days (UTC) on which the payment became owed, both included: other words for `createdAt`. */
    from: z.optional(Day),
    to: z.optional(Day),
    /** Only those that the caller can move on now: a next step, a failed one, an outcome to settle, a reversal to close. */
    waitingForMe: z.optional(z.enum(['true', 'false'])),
    /** The payments of a selection of the caller. */
    selectionId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    /** With `runId` or `selectionId`: only those of this outcome there, or refused there with this code. */
    outcome: z.optional(z.string().check(z.regex(/^[A-Z][A-Z_]{1,63}$/))),
  },
  columns: [
    'id',
    'kind',
    'surveyTitle',
    'participant',
    'recipientName',
    'locationId',
    'ownReference',
    'purpose',
    'overrideReason',
    'upload',
    'phone',
    'amount',
    'charge',
    'currency',
    'provider',
    'status',
    'processingState',
    'reason',
    'reasonText',
    'reference',
    'round',
    'createdAt',
    'updatedAt',
  ],
})

export const payments = {
  list: endpoint({
    route: 'GET /payments',
    access: 'payments.read',
    summary: 'List payments, the latest change first',
    /**
     * `q`: part of the name of participant or recipient, of a manual payment's reference or purpose, a phone number (with
     * `payments.viewPhone`), a reference at the provider, or an id.
     */
    query: paymentList.query,
    reply: list(PaymentRow, z.object({ statusCounts: PaymentCounts, amounts: PaymentAmounts })),
  }),
  export: paymentList.export,
  get: endpoint({
    route: 'GET /payments/{id}',
    access: 'payments.read',
    summary: 'One payment with its attempts',
    params: z.strictObject({ id: PaymentRef }),
    reply: one(PaymentDetail),
  }),
  events: endpoint({
    route: 'GET /payments/{id}/events',
    access: 'payments.read',
    summary: 'What the provider answered about one payment, the latest first',
    params: z.strictObject({ id: PaymentRef }),
    query: z.strictObject(pageFields),
    reply: list(ProviderEvent),
  }),
  proof: endpoint({
    route: 'GET /payments/{id}/evidence',
    access: 'payments.read',
    // The trail says who took it.
    transaction: 'write',
    summary: 'All that shows why one payment was made and that it was paid, as an archive with a page to print',
    params: z.strictObject({ id: PaymentRef }),
    query: z.strictObject({ lang: z.optional(z.enum(locales)) }),
    reply: file('application/zip'),
  }),
  receipt: endpoint({
    route: 'POST /payments/{id}/receipt',
    access: 'payments.read',
    summary:
      'A link to the receipt of a payment that is paid: what for, how much, when, and the reference, for 30 days',
    params: z.strictObject({ id: PaymentRef }),
    body: z.strictObject({ language: z.enum(locales) }),
    /** `path`: below the address of the pages. */
    reply: one(z.object({ path: z.string(), expiresAt: Timestamp })),
  }),
  transactions: endpoint({
    route: 'GET /payments/transactions',
    access: 'payments.read',
    summary: 'List the tries at the provider, the latest first',
    query: transactionList.query,
    reply: list(TransactionRow),
  }),
  exportTransactions: transactionList.export,
  balance: endpoint({
    route: 'GET /payments/balance',
    access: 'payments.read',
    summary: 'What the books hold, per provider and currency',
    /** `alarm`: the rules of the books that the last look found broken. `pays`: where authorized payments go. */
    reply: list(
      BalanceRow,
      z.object({
        alarm: z.nullable(z.object({ at: Timestamp, rules: z.array(z.string()) })),
        pays: z.enum(['PROVIDER', 'SIMULATOR', 'NOBODY']),
      }),
    ),
  }),
  setStatus: endpoint({
    route: 'PUT /payments/locations/{surveyId}',
    // Each step asks for its own right besides.
    access: 'payments.read',
    later: 202,
    summary: 'Take a step: the status asked for names it',
    params: z.strictObject({ surveyId: PaymentRef }),
    body: StepBody,
    reply: one(StepOutcome),
  }),
  bulkInitiate: endpoint({
    ...bulkStep('bulk-initiate', 'payments.initiate'),
    summary: 'Put payments forward',
    body: BulkBody,
  }),
  bulkApprove: endpoint({
    ...bulkStep('bulk-approve', 'payments.approve'),
    summary: 'Approve payments',
    body: BulkBody,
  }),
  bulkAuthorize: endpoint({
    ...bulkStep('bulk-authorize', 'payments.authorize'),
    summary: 'Authorize payments: the money is reserved, all of it or none, and sent',
    body: BulkBody,
  }),
  bulkReject: endpoint({
    ...bulkStep('bulk-reject', 'payments.reject'),
    summary: 'Reject payments',
    body: bulkBody(Reason),
  }),
  bulkRetry: endpoint({
    ...bulkStep('bulk-retry', 'payments.initiate'),
    summary: 'Try failed payments again with the same facts: they wait for their authorization',
    body: WayBody,
  }),
  bulkWithdraw: endpoint({
    ...bulkStep('bulk-withdraw', 'payments.initiate'),
    summary: 'Give up failed payments, with the reason; they can be reopened',
    body: WayBody,
  }),
  bulkReopen: endpoint({
    ...bulkStep('bulk-reopen', 'payments.initiate'),
    summary: 'Open rejected payments again, with the reason, for the whole chain of people',
    body: WayBody,
  }),
}
