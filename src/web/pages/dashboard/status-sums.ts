import type { PaymentAmounts } from '#contract/payments.ts'
import { toDecimal } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payment.ts'

/** What the payments of these statuses come to, per currency. */
export function statusSums(amounts: PaymentAmounts, statuses: readonly PaymentStatus[]): PaymentAmounts[PaymentStatus] {
  const all = statuses.flatMap((status) => amounts[status])
  return [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, group]) => {
    const amountMinor = group.reduce((sum, money) => sum + money.amountMinor, 0)
    return { amount: toDecimal(amountMinor, currency), amountMinor, currency }
  })
}
