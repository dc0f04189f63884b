/** A month of payments for a donor: what was paid and what is owed, by survey and by cost code. Pure. */
import { minorOf, type Money, sum, sumOf } from './money.ts'
import type { PaymentStatus } from './payment.ts'

/** A payment in one of these is owed: also one that failed, until it is paid, rejected or withdrawn. */
export const owedStatuses = [
  'ELIGIBLE',
  'INITIATED',
  'APPROVED',
  'PROCESSING',
  'FAILED',
] as const satisfies PaymentStatus[]

/** The last day of each age of what is owed, but for the last age, which has none. */
export const ageEnds = [7, 30, 90] as const

/** `charges`: of what was paid, for cashing out. */
type Figure = 'paid' | 'charges' | 'fees' | 'spent' | 'owed'

export interface OverviewLine extends Record<Figure, Money> {
  costCode: string | null
  currency: string
  /** Null: there is none. */
  budget: Money | null
  /** Of `owed`, by age: one more than `ageEnds`. */
  ages: Money[]
}

/** Lines with the same key as one; money of two currencies is never added up. In the order of their first lines. */
export function sumLines(lines: readonly OverviewLine[], keyOf: (line: OverviewLine) => string | null) {
  const groups = Map.groupBy(lines, (line) => JSON.stringify([line.currency, keyOf(line)]))
  return [...groups.values()].map((group) => {
    const { currency = '', costCode = null } = group[0] ?? {}
    const total = (of: (line: OverviewLine) => Money | null | undefined) =>
      sum(sumOf(group.map((line) => of(line) ?? { amount: '0', currency }).map(minorOf)), currency)
    return {
      paid: total(({ paid }) => paid),
      charges: total(({ charges }) => charges),
      fees: total(({ fees }) => fees),
      spent: total(({ spent }) => spent),
      owed: total(({ owed }) => owed),
      costCode,
      currency,
      budget: group.some(({ budget }) => budget !== null) ? total(({ budget }) => budget) : null,
      ages: [...ageEnds, Infinity].map((_, at) => total(({ ages }) => ages[at])),
    }
  })
}

/**
 * A sum in parts that have the proportions of the weights and add up to it to the last unit. With no weight above zero no part
 * has any of it.
 */
export function sharesOf(total: bigint, weights: readonly bigint[]): bigint[] {
  const counted = weights.map((weight) => (weight > 0n ? weight : 0n))
  const whole = sumOf(counted)
  if (whole === 0n) return counted
  let reached = 0n
  return counted.map((weight) => {
    const before = (total * reached) / whole
    reached += weight
    return (total * reached) / whole - before
  })
}
