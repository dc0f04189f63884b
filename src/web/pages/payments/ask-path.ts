/** The link that opens the form for a movement of a float, filled in. Pure. */
import type { FundingKind } from '#domain/money/funding.ts'
import { toDecimal } from '#domain/money/money.ts'

/** The way to the request that books what a statement has more or less of a float: minor units, above zero where it has more. */
export function askPath(
  { provider, currency, change }: { provider: string; currency: string; change: number },
  more: { kind?: FundingKind; reference?: string | null; day: string },
): string {
  const { kind = change < 0 ? 'SHORTAGE' : 'SURPLUS', reference, day } = more
  const amount = toDecimal(Math.abs(change), currency)
  const words = { view: 'floats', ask: kind, provider, currency, amount, reference: reference ?? '', day }
  return `/payments?${new URLSearchParams(words).toString()}`
}
