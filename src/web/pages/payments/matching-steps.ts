/** The steps that a person may take on all payments that match, with how many are at each. Pure. */
import type { PaymentCounts } from '#contract/payments.ts'
import { readWord } from '#contract/filters.ts'
import { paymentList } from '#contract/payments.ts'
import { paymentStepNames, type PaymentStep, paymentSteps, type PaymentStatus } from '#domain/payment.ts'

interface OpenStep {
  step: PaymentStep
  /** Undefined while the counts are those of another filter. */
  count: number | undefined
}

export function stepsOpenTo(
  permissions: readonly string[],
  filter: Readonly<Record<string, string>>,
  counts?: PaymentCounts,
): OpenStep[] {
  const asked = filter['status'] === undefined ? undefined : readWord(paymentList.filters.status, filter['status'])
  const isAsked = (status: PaymentStatus) => asked?.for !== 'among' || asked.values.includes(status)
  return paymentStepNames.flatMap((step) => {
    const from: readonly PaymentStatus[] = paymentSteps[step].from
    const statuses = from.filter(isAsked)
    const count = counts && statuses.reduce((all, status) => all + counts[status], 0)
    const isOpen = permissions.includes(paymentSteps[step].needs) && statuses.length > 0 && count !== 0
    return isOpen ? [{ step, count }] : []
  })
}
