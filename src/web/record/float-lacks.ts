/** What the floats lack for some payments, as the books and the payments name it. Pure. */
import type { BalanceRow } from '#contract/payments.ts'
import { type FloatLack, lacksOf } from '#domain/money/float-lack.ts'
import { minorOf, type Money, toDecimal } from '#domain/money/money.ts'

export interface Lack extends Pick<FloatLack, 'kind' | 'currency'> {
  /** Undefined for sums that name none. */
  provider?: string | undefined
  /** Decimal. */
  amount: string
}

export function floatLacks(
  balances: readonly BalanceRow[],
  needs: readonly (Money & { provider?: string | undefined })[],
): Lack[] {
  const floats = balances.map(({ provider, currency, available }) => ({
    provider,
    currency,
    amountMinor: minorOf(available),
  }))
  const asked = needs.map(({ provider, ...money }) => ({
    provider,
    currency: money.currency,
    amountMinor: minorOf(money),
  }))
  return lacksOf(floats, asked).map(({ amountMinor, ...lack }) => ({
    ...lack,
    amount: toDecimal(amountMinor, lack.currency),
  }))
}
