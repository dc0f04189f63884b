/** The steps that a person may take on all payments that match, with how many are at each. Pure. */
import type { PaymentCounts } from '#contract/payments.ts'
import { readWord } from '#contract/filters.ts'
import { paymentList } from '#contract/payments.ts'
import { paymentStepNames, type PaymentStep, paymentSteps, type PaymentStatus } from '#domain/money/payment.ts'
import { paymentWays, type WayTogether, waysTogether, waysTogetherNames } from '#domain/money/payment-ways.ts'

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

export interface OpenWay {
  way: WayTogether
  /** Undefined while the counts are those of another filter. */
  count: number | undefined
}

/** The ways that they may take together, with how many are where each starts. */
export function waysOpenTo(
  permissions: readonly string[],
  filter: Readonly<Record<string, string>>,
  counts?: PaymentCounts,
): OpenWay[] {
  return waysTogetherNames.flatMap((way) => {
    const found = matchingAt([waysTogether[way]], filter, counts)
    const isOpen = paymentWays[way].needs.some((name) => permissions.includes(name))
    return found && isOpen ? [{ way, count: found.count }] : []
  })
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
