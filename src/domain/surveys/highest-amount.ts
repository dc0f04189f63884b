/** How much one payment may be at most, so that one mistyped amount does not drain a float. */
import { toDecimal } from '../money/money.ts'
import type { FieldProblem } from '../problems.ts'
import { amountMinorOf, type SurveySettings } from './survey-settings.ts'

/** In minor units, by currency; a currency that is not named has `defaultHighest`. */
export type HighestAmounts = Readonly<Record<string, number>>

/** 100,000.00 where a currency has two digits after the point, 10,000,000 where it has none. */
export const defaultHighest = 10_000_000

export function highestAmount(currency: string, highest: HighestAmounts): number {
  return highest[currency] ?? defaultHighest
}

/** How many of the highest payments one request may move into a float or out of one. */
const paymentsOfFunding = 100_000

/** The most that one request of money may be, in minor units: above it is a slip of the keyboard, not a top-up. */
export function highestFunding(currency: string, highest: HighestAmounts): bigint {
  return BigInt(highestAmount(currency, highest)) * BigInt(paymentsOfFunding)
}

/** A full group is one payment, so its whole sum counts. */
export function highestProblems(settings: SurveySettings, highest: HighestAmounts): FieldProblem[] {
  const { currency, aggregationCount } = settings
  const limit = highestAmount(currency, highest)
  if ((amountMinorOf(settings) ?? 0) * aggregationCount <= limit) return []
  return [{ path: 'amount', code: 'AMOUNT_TOO_HIGH', limit: `${currency} ${toDecimal(limit, currency)}` }]
}
