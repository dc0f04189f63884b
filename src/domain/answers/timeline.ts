/** What happened to a response, in the words of its timeline. */
import type { ReviewTarget } from './response.ts'

export const timelineEvents = [
  'SUBMITTED',
  'RECEIVED',
  'REVIEW_STARTED',
  'RETURNED',
  'APPROVED',
  'REJECTED',
  'UNDONE',
  'EDITED',
  'CONFIRMED',
  'FLAG_DISMISSED',
  'FLAG_RESTORED',
  'TASK_MADE',
  'TASK_CHANGED',
  'PAYMENT_MADE',
  'PAYMENT_INITIATED',
  'PAYMENT_CHECKED',
  'PAYMENT_AUTHORIZED',
  'PAYMENT_REJECTED',
  'PAYMENT_CANCELLED',
  'PAYMENT_SENT',
  'PAYMENT_PAID',
  'PAYMENT_FAILED',
] as const
export type TimelineEvent = (typeof timelineEvents)[number]

/** A response with issues goes back to its collector. */
export const eventOfReview: Record<ReviewTarget, TimelineEvent> = {
  IN_REVIEW: 'REVIEW_STARTED',
  HAS_ISSUES: 'RETURNED',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
}
