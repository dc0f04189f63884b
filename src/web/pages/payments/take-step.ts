/** One step on one payment (seed §5, §7, §8). */
import { type PaymentRow, payments } from '#contract/payments.ts'
import { paymentSteps, type PaymentStep } from '#domain/payment.ts'
import { ask } from '../../api/query.ts'

export interface StepData {
  version: number
  factsHash: string
  reason?: string | undefined
  reasonText?: string | undefined
}

/**
 * The payment after the step. Without an id nothing is sent: false, and a line in the log. A failure is logged and thrown
 * as `ApiError`; `useFailureText` has its words.
 */
export async function takeStep(
  id: PaymentRow['id'] | undefined,
  step: PaymentStep,
  surveyData: StepData,
): Promise<PaymentRow | false> {
  if (id === undefined || id === '') {
    console.error(`No payment to ${step}`)
    return false
  }
  const status = paymentSteps[step].to
  try {
    const { data } = await ask(payments.setStatus, { params: { surveyId: id }, body: { status, surveyData } })
    return data.outcome === 'PAYMENT' ? data : false
  } catch (error) {
    console.error(`The payment could not take the step ${step}`, error)
    throw error
  }
}
