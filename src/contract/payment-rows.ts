/** Payments as staff see them: amount, people, state, and what it leaves open (payments.md §1.5). */
import * as z from 'zod/mini'
import {
  paymentHolds,
  paymentKinds,
  paymentStatuses,
  processingStates,
  type PaymentStatus,
} from '#domain/money/payment.ts'
import { runOutcomes } from '#domain/money/payment-run.ts'
import { findingOutcomes, incidentKinds, paymentActionNames } from '#domain/money/payment-ways.ts'
import { entryFields, TransactionRow } from './transactions.ts'
import { Id, moneyFields, Named, Sum, sumFields, Timestamp, Version } from './fields.ts'

const Status = z.enum(paymentStatuses)
/** How much a float is short of. */
export const Missing = z.object({ provider: z.string(), ...sumFields })
/** A float that will be too short, or is not there yet. */
export const Lack = z.extend(Missing, { kind: z.enum(['NO_FLOAT', 'SHORT']) })

/** The id of a payment for callers: its number, or the name of a manual one (seed §5). */
export const GivenId = z.union([z.int(), z.string()])

const StepTaken = z.object({
  /** A step, or a way that began the round (`paymentWays`). */
  step: z.string(),
  level: z.int(),
  actorId: Id,
  actorName: z.string(),
  /** The actor's role at the time. */
  role: z.string(),
  at: Timestamp,
  /** Taken in the round before; a new try with the same facts keeps it. */
  carried: z.boolean(),
})

/** A payment of the same visit as another one, paid or under way. */
const Other = z.object({
  id: GivenId,
  paymentId: Id,
  status: Status,
  overrideReason: z.nullable(z.string()),
})

/** What the payment's status leaves open; `code` says why this caller may not do it. */
const Action = z.object({ action: z.enum(paymentActionNames), allowed: z.boolean(), code: z.nullable(z.string()) })

export const PaymentRow = z.object({
  id: GivenId,
  /** Its number: our pages and the trail know it by this one. */
  paymentId: Id,
  kind: z.enum(paymentKinds),
  surveyId: Id,
  surveyTitle: z.string(),
  /** The visit behind the payment: the first of its responses, or the one that a manual payment names. */
  locationId: z.nullable(Id),
  responseIds: z.array(Id),
  participant: z.nullable(Named),
  ...entryFields,
  /** Other payments of the same visit; for manual ones without a visit, those of their survey to the same phone. */
  others: z.array(Other),
  /** E.164; masked without `payments.viewPhone`. */
  phone: z.nullable(z.string()),
  ...moneyFields,
  /** Of the amount: it pays for cashing out the rest. */
  charge: z.string(),
  provider: z.string(),
  status: Status,
  /** The state of the live attempt while the payment is PROCESSING. */
  processingState: z.nullable(z.enum(processingStates)),
  /** A code: why it was rejected, why it failed, what holds it up (NO_PHONE, MISMATCH). */
  reason: z.nullable(z.string()),
  reasonText: z.nullable(z.string()),
  /** What keeps it from its next step, for all people alike. */
  hold: z.nullable(z.enum(paymentHolds)),
  /** Ours at the provider, of the attempt that is under way or went through. */
  reference: z.nullable(z.string()),
  round: z.int(),
  /** Of the current round, in order. */
  steps: z.array(StepTaken),
  allowedActions: z.array(Action),
  /** How many different people must approve it. */
  approvals: z.int(),
  /**
   * SHA-256 (hex) of the facts that people sign: phone, amount, currency, provider, and responses or manual entries.
   */
  factsHash: z.string(),
  version: Version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** In a list of one run or selection: what became of it there, or would, and the code of a refusal. */
  inRun: z.optional(z.object({ outcome: z.enum(runOutcomes), code: z.nullable(z.string()) })),
})
export type PaymentRow = z.output<typeof PaymentRow>

/** What a person established about money where the provider's word is missing. */
const Finding = z.object({
  attemptNo: z.int(),
  outcome: z.enum(findingOutcomes),
  evidence: z.string(),
  /** Names the letter, statement or receipt. */
  document: z.nullable(z.string()),
  /** The day on which the money went out, where it did so by hand. */
  paidOn: z.nullable(z.iso.date()),
  /** The file to ask a ticket for (`POST /files/{id}/ticket`). */
  file: z.nullable(Named),
  actorId: Id,
  actorName: z.string(),
  role: z.string(),
  at: Timestamp,
})

const Incident = z.object({
  kind: z.enum(incidentKinds),
  at: Timestamp,
  attemptNo: z.nullable(z.int()),
  providerRef: z.nullable(z.string()),
  /** With MISMATCH: what the provider states that it paid; of a statement: what its line says. */
  stated: z.nullable(z.object({ ...moneyFields, phone: z.nullable(z.string()) })),
  /** With BOOKS: the rule that the payment breaks; of a statement: its file and row. */
  rule: z.nullable(z.string()),
  /** It waits for a person. */
  isOpen: z.boolean(),
})

export const PaymentDetail = z.extend(PaymentRow, {
  /** The open step without a further person who may take it; null: there are people for all of them. */
  nobodyFor: z.nullable(z.enum(['initiate', 'approve', 'authorize'])),
  attempts: z.array(TransactionRow),
  /**
   * The provider that it goes through, whether it is the payee's own, and the beginning of the phone that chose it; null: it
   * serves all phones.
   */
  route: z.object({ title: z.string(), isOwn: z.boolean(), prefix: z.nullable(z.string()) }),
  /** Whether the name behind the phone is the payee's, or a person lets it differ; NONE: it is not known. Null: this provider tells none. */
  nameCheck: z.nullable(z.enum(['AGREES', 'DIFFERS', 'LIFTED', 'NONE'])),
  /** The reversed payment that is owed again by this one, and the one that followed this one. */
  follows: z.nullable(Id),
  followedBy: z.nullable(Id),
  findings: z.array(Finding),
  /** What the provider's answers and the checks of the books found, the latest first. */
  incidents: z.array(Incident),
})
export type PaymentDetail = z.output<typeof PaymentDetail>

/** One exchange with the provider about an attempt, word for word; phones are masked for all readers. */
export const ProviderEvent = z.object({
  id: Id,
  attemptNo: z.int(),
  at: Timestamp,
  /** `GET /transactions/REF-1`, or `answer.csv, row 2`. */
  question: z.string(),
  /** Null: it is a line of the provider's file, or no whole answer came and `answer` is why (TIMEOUT). */
  httpStatus: z.nullable(z.int()),
  answer: z.string(),
  /** Only the first 4 KB are kept. */
  isCut: z.boolean(),
  /** What the answer meant; null: a further question decided that. */
  reading: z.nullable(
    z.enum([
      'ACCEPTED',
      'SUCCEEDED',
      'FAILED_DEFINITE',
      'UNKNOWN',
      'RATE_LIMITED',
      'NOT_FOUND',
      'NAME_AGREES',
      'NAME_DIFFERS',
    ]),
  ),
})
export type ProviderEvent = z.output<typeof ProviderEvent>

/** Rows per status under the list's other filters, zeros included. */
export const PaymentCounts = z.object(
  Object.fromEntries(paymentStatuses.map((status) => [status, z.int()])) as Record<
    PaymentStatus,
    z.ZodMiniNumberFormat
  >,
)
export type PaymentCounts = z.output<typeof PaymentCounts>

/** The sums behind `statusCounts`, per currency; empty where there is nothing. */
const sumList = z.array(Sum)
export const PaymentAmounts = z.object(
  Object.fromEntries(paymentStatuses.map((status) => [status, sumList])) as Record<PaymentStatus, typeof sumList>,
)
export type PaymentAmounts = z.output<typeof PaymentAmounts>
