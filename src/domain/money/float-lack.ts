/**
 * What the floats are short of, said before the authorization that needs them: payments go on meanwhile, but they are not
 * authorized (payments.md §2).
 */
import { sumOf } from './money.ts'

export interface FloatSum {
  /** Undefined for a sum that names no provider: the floats of its currency count together. */
  provider: string | undefined
  currency: string
  /** Minor units. */
  amountMinor: bigint
}

export interface FloatLack extends FloatSum {
  kind: 'NO_FLOAT' | 'SHORT'
}

/** The missing amount of each float that does not cover its payments. */
export function lacksOf(floats: readonly FloatSum[], needs: readonly FloatSum[]): FloatLack[] {
  const asked = Map.groupBy(needs, ({ provider = '', currency }) => `${provider} ${currency}`)
  return [...asked.values()].flatMap((group): FloatLack[] => {
    const [first] = group
    if (!first) return []
    const { provider, currency } = first
    const drawn = floats.filter(
      (float) => float.currency === currency && (provider === undefined || float.provider === provider),
    )
    const amountMinor = minorSum(group) - minorSum(drawn)
    return amountMinor > 0n
      ? [{ kind: drawn.length === 0 ? 'NO_FLOAT' : 'SHORT', provider, currency, amountMinor }]
      : []
  })
}

function minorSum(sums: readonly FloatSum[]): bigint {
  return sumOf(sums.map(({ amountMinor }) => amountMinor))
}
