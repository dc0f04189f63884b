/** The reasons for missing money that a participant may hear. Pure. */
import type { PaymentRow } from '#contract/payment-rows.ts'
import { meaningOf } from '#domain/money/provider-codes.ts'

const sayable = [
  'NO_PHONE',
  'PHONE_CHANGED',
  'RESPONSE_NOT_APPROVED',
  'PAYEE_UNKNOWN',
  'PAYEE_LIMIT',
  'PAYEE_BARRED',
  'WITHDRAWN',
  'WRONG_PHONE',
  'WRONG_AMOUNT',
] as const
export type Why = (typeof sayable)[number] | 'CLARIFYING' | 'TRY_AGAIN'

/** Undefined: the status says it all, or, of most rejections, why is for the staff alone. */
export function whyItWaits({ status, hold, reason }: Pick<PaymentRow, 'status' | 'hold' | 'reason'>): Why | undefined {
  switch (status) {
    case 'ELIGIBLE':
    case 'INITIATED':
    case 'APPROVED':
      return sayableOf(hold)
    case 'PROCESSING':
      return reason === null ? undefined : 'CLARIFYING'
    case 'FAILED':
      return sayableOf(reason === null ? null : meaningOf(reason)) ?? 'TRY_AGAIN'
    case 'REJECTED':
      return sayableOf(reason)
    case 'SUCCESSFUL':
    case 'CANCELLED':
    case 'REVERSING':
    case 'REVERSED':
      return undefined
  }
}

function sayableOf(code: string | null | undefined): Why | undefined {
  return sayable.find((one) => one === code)
}
