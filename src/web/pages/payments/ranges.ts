/** The smallest and the largest payment of each currency. Pure. */
import { minorOf, type Money } from '#domain/money.ts'

export interface Range {
  currency: string
  least: Money
  most: Money
}

export function rangesOf(rows: readonly Money[]): Range[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    least: group.reduce((a, b) => (minorOf(b) < minorOf(a) ? b : a)),
    most: group.reduce((a, b) => (minorOf(b) > minorOf(a) ? b : a)),
  }))
}
