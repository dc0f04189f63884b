/**
 * A review lives in its history entry: what was chosen, and from the moment of confirming the very request with its key.
 * It survives a reload, and so does the question what became of it. Nothing is kept in any storage.
 */
import * as z from 'zod/mini'
import type { PaymentRow } from '#contract/payments.ts'
import { paymentStatuses, type PaymentStatus, paymentStepNames } from '#domain/money/payment.ts'
import {
  isStep,
  isWayTogether,
  type PaymentAction,
  waysTogether,
  waysTogetherNames,
} from '#domain/money/payment-ways.ts'

/** What is done to many payments after a review. */
export const reviewedActions = [...paymentStepNames, ...waysTogetherNames] as const
export type ReviewedAction = (typeof reviewedActions)[number]

/** Whether the action is one that many payments in this status may take together. */
export function isReviewed(action: PaymentAction, status: PaymentStatus): action is ReviewedAction {
  return isStep(action) || (isWayTogether(action) && waysTogether[action] === status)
}

/** Whether it ends the payments: they go no further. */
export function isEnd(action: ReviewedAction): boolean {
  return action === 'reject' || action === 'withdraw'
}

/** A payment as it was when it was chosen. */
const Pick = z.object({
  id: z.int(),
  label: z.string(),
  version: z.int(),
  status: z.enum(paymentStatuses),
  amount: z.string(),
  currency: z.string(),
})
export type Pick = z.output<typeof Pick>

/** The body of a bulk call. */
const Sent = z.object({
  ids: z.array(Pick.shape.id),
  versions: z.record(z.string(), z.int()),
  expectedCount: z.int(),
  expectedTotal: z.array(z.object({ amount: z.string(), currency: z.string() })),
  reason: z.optional(z.string()),
  reasonText: z.optional(z.string()),
})
export type Sent = z.output<typeof Sent>

const ReviewState = z.object({
  step: z.enum(reviewedActions),
  /** Id of the review's owner: another user who signs in later in the same tab must not send it. */
  by: z.int(),
  picks: z.array(Pick),
  /** Idempotency-Key: one per review, so that what was confirmed here is done once at most. */
  key: z.string(),
  /** Set when it was confirmed and the answer may still be out; a refusal takes it back. */
  sent: z.optional(Sent),
})
export type ReviewState = z.output<typeof ReviewState>

/** Undefined when the entry of the history has none of this person's: a link opened by hand, another tab. */
export function readReview(state: unknown, userId: number | undefined): ReviewState | undefined {
  const parsed = z.safeParse(z.object({ review: ReviewState }), state)
  return parsed.success && parsed.data.review.by === userId ? parsed.data.review : undefined
}

export function pickOf(payment: PaymentRow, label: string): Pick {
  const { paymentId, version, status, amount, currency } = payment
  return { id: paymentId, label, version, status, amount, currency }
}
