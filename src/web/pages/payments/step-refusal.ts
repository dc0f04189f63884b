/** Why this person may not take a step, or a way together with others, on a payment: the server's word where it gave one, else the same rule here. */
import type { PaymentRow } from '#contract/payments.ts'
import { type PaymentActor, stepRefusal } from '#domain/money/payment.ts'
import { isStep, togetherRefusal } from '#domain/money/payment-ways.ts'
import { isReviewed, type ReviewedAction } from './review-state.ts'

/**
 * An error code; undefined when the step may be taken. The server names the steps that the status leaves open. It knows
 * the phone of the person's own account, which the page does not.
 */
export function refusalOf(step: ReviewedAction, payment: PaymentRow, actor: PaymentActor): string | undefined {
  const { status, phone, steps, hold, approvals } = payment
  if (!isReviewed(step, status)) return 'ILLEGAL_TRANSITION'
  const said = payment.allowedActions.find(({ action }) => action === step)
  if (said) return said.code ?? undefined
  const facts = { status, phone: phone ?? undefined, hold: hold ?? undefined, steps, approvals }
  if (isStep(step)) return stepRefusal(step, facts, actor)
  return togetherRefusal(step, facts, actor)
}

/**
 * Why a payment cannot be chosen for a bulk step. Own items stay visible and out of the selection, although their maker
 * may take them back one by one.
 */
export function choiceRefusal(payment: PaymentRow): string | undefined {
  const allowedActions = payment.allowedActions.filter(({ action }) => isReviewed(action, payment.status))
  if (allowedActions.some(({ action, allowed }) => allowed && action !== 'reject')) return undefined
  const forward = allowedActions.find(({ action }) => action !== 'reject')
  const isMine = forward !== undefined && forward.code !== 'FORBIDDEN'
  if (!isMine && allowedActions.some(({ allowed }) => allowed)) return undefined
  return forward?.code ?? 'ILLEGAL_TRANSITION'
}
