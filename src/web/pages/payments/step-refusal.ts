/** Why a payment cannot be chosen for a step on several. The server names the steps that its status leaves open. */
import type { PaymentRow } from '#contract/payment-rows.ts'
import { isRunStep, type RunStep, startsOf } from '#domain/money/payment-run.ts'
import type { PaymentAction } from '#domain/money/payment-ways.ts'

/** Whether the payment is where several take this step together. They are corrected to the phones of now. */
function isAt(step: PaymentAction, { status, hold }: PaymentRow): boolean {
  return isRunStep(step) && startsOf(step).includes(status) && (step !== 'correct' || hold === 'PHONE_CHANGED')
}

export function isOpenTo(payment: PaymentRow, step: RunStep): boolean {
  return isAt(step, payment) && payment.allowedActions.some(({ action, allowed }) => action === step && allowed)
}

/** Own items stay visible and out of the selection, although their maker may take them back one by one. */
export function choiceRefusal(payment: PaymentRow): string | undefined {
  const allowedActions = payment.allowedActions.filter(({ action }) => isAt(action, payment))
  if (allowedActions.some(({ action, allowed }) => allowed && action !== 'reject')) return undefined
  const forward = allowedActions.find(({ action }) => action !== 'reject')
  const isMine = forward !== undefined && forward.code !== 'FORBIDDEN'
  if (!isMine && allowedActions.some(({ allowed }) => allowed)) return undefined
  return forward?.code ?? 'ILLEGAL_TRANSITION'
}
