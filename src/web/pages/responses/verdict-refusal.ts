import { type PaymentStatus, paymentStatuses, whenResponseGoesBack } from '#domain/money/payment.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { moveRefusal, type ResponseStatus, type ReviewTarget } from '#domain/answers/response.ts'

interface Judged {
  status: ResponseStatus
  paymentStatus: string | null
}

/** Why this person may not move the response there now; the server decides by the same rules. */
export function verdictRefusal(response: Judged, to: ReviewTarget, canReview: boolean): ErrorCode | undefined {
  if (!canReview) return 'FORBIDDEN'
  return moveRefusal(response.status, to) ?? (isHeldByPayment(response) ? 'RESPONSE_LOCKED' : undefined)
}

/** An approval cannot be taken back once its payment has gone too far. */
export function isHeldByPayment({ status, paymentStatus }: Judged): boolean {
  if (status !== 'APPROVED' || !isPaymentStatus(paymentStatus)) return false
  return whenResponseGoesBack(paymentStatus) === 'LOCKED'
}

function isPaymentStatus(text: string | null): text is PaymentStatus {
  return paymentStatuses.some((status) => status === text)
}
