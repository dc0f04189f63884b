/** The steps that a person may take on all payments that match, with how many are at each. Pure. */
import type { PaymentCounts } from '#contract/payments.ts'
import { readWord } from '#contract/filters.ts'
import { paymentList } from '#contract/payments.ts'
import { paymentStepNames, type PaymentStep, paymentSteps, type PaymentStatus } from '#domain/payment.ts'
import { paymentWays } from '#domain/payment-ways.ts'

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
  return paymentStepNames.flatMap((step) => {
    const { from, needs } = paymentSteps[step]
    const found = matchingAt(from, filter, counts)
    return found && permissions.includes(needs) ? [{ step, count: found.count }] : []
  })
}

/** How many failed payments among them can be asked about a further try; undefined where none can. */
export function retryOpenTo(
  permissions: readonly string[],
  filter: Readonly<Record<string, string>>,
  counts?: PaymentCounts,
): { count: number | undefined } | undefined {
  const { from, needs } = paymentWays.retry
  return needs.some((name) => permissions.includes(name)) ? matchingAt(from, filter, counts) : undefined
}

function matchingAt(
  from: readonly PaymentStatus[],
  filter: Readonly<Record<string, string>>,
  counts: PaymentCounts | undefined,
): { count: number | undefined } | undefined {
  const asked = filter['status'] === undefined ? undefined : readWord(paymentList.filters.status, filter['status'])
  const statuses = from.filter((status) => asked?.for !== 'among' || asked.values.includes(status))
  const count = counts && statuses.reduce((all, status) => all + counts[status], 0)
  return statuses.length > 0 && count !== 0 ? { count } : undefined
}
