/** How much one payment may be at most, so that one mistyped amount does not drain a float. */
import { toDecimal } from './money.ts'
import type { FieldProblem } from './problems.ts'
import { amountMinorOf, type SurveySettings } from './survey-settings.ts'

/** In minor units, by currency; a currency that is not named has `defaultHighest`. */
export type HighestAmounts = Readonly<Record<string, number>>

/** 100,000.00 where a currency has two digits after the point, 10,000,000 where it has none. */
export const defaultHighest = 10_000_000

export function highestAmount(currency: string, highest: HighestAmounts): number {
  return highest[currency] ?? defaultHighest
}

/** A full group is one payment, so its whole sum counts. */
export function highestProblems(settings: SurveySettings, highest: HighestAmounts): FieldProblem[] {
  const { currency, aggregationCount } = settings
  const limit = highestAmount(currency, highest)
  if ((amountMinorOf(settings) ?? 0) * aggregationCount <= limit) return []
  return [{ path: 'amount', code: 'AMOUNT_TOO_HIGH', limit: `${currency} ${toDecimal(limit, currency)}` }]
}
