/** Sums over payments, one per currency: money of two currencies is never added up. */
import { toDecimal } from '#domain/money.ts'

export interface Minor {
  amountMinor: number
  currency: string
}

export interface Money extends Minor {
  amount: string
}

export function moneyOf(amountMinor: number, currency: string): Money {
  return { amount: toDecimal(amountMinor, currency), amountMinor, currency }
}

export function sumsOf(rows: readonly Minor[]): Money[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) =>
    moneyOf(
      group.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      currency,
    ),
  )
}

export interface Range {
  currency: string
  least: Money
  most: Money
}

/** The smallest and the largest amount of each currency. */
export function rangesOf(rows: readonly Minor[]): Range[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) => {
    const amounts = group.map(({ amountMinor }) => amountMinor)
    const edge = (pick: (a: number, b: number) => number) =>
      moneyOf(
        amounts.reduce((a, b) => pick(a, b)),
        currency,
      )
    return { currency, least: edge(Math.min), most: edge(Math.max) }
  })
}
