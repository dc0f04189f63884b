/** The steps that a person may take on all payments that match, with how many are at each. Pure. */
import { readWord } from '#contract/filters.ts'
import { paymentList } from '#contract/payments.ts'
import type { PaymentCounts } from '#contract/payment-rows.ts'
import { rightTo, type RunStep, runStepNames, startsOf } from '#domain/money/payment-run.ts'

interface OpenStep {
  step: RunStep
  /** Undefined while the counts are those of another filter; counts do not tell phones that changed. */
  count: number | undefined
}

export function stepsOpenTo(
  permissions: readonly string[],
  filter: Readonly<Record<string, string>>,
  counts?: PaymentCounts,
): OpenStep[] {
  const asked = filter['status'] === undefined ? undefined : readWord(paymentList.filters.status, filter['status'])
  return runStepNames.flatMap((step) => {
    const statuses = startsOf(step).filter((status) => asked?.for !== 'among' || asked.values.includes(status))
    const count = counts && statuses.reduce((all, status) => all + counts[status], 0)
    if (statuses.length === 0 || count === 0 || !permissions.includes(rightTo(step))) return []
    return [{ step, count: step === 'correct' ? undefined : count }]
  })
}
