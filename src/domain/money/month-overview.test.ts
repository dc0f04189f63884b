import { array, assert, bigInt, property } from 'fast-check'
import { expect, test } from 'vitest'
import { sum, sumOf } from './money.ts'
import { type OverviewLine, sharesOf, sumLines } from './month-overview.ts'

test('shares add up to the whole, each within one unit of its part', () => {
  assert(
    property(bigInt(-1_000_000n, 1_000_000n), array(bigInt(0n, 9_000_000n), { minLength: 1 }), (total, weights) => {
      const shares = sharesOf(total, weights)
      const whole = sumOf(weights)
      expect(sumOf(shares)).toBe(whole === 0n ? 0n : total)
      for (const [at, share] of shares.entries()) {
        const off = share * whole - total * (weights[at] ?? 0n)
        expect(off < 0n ? -off : off).toBeLessThan(whole + 1n)
      }
    }),
  )
})

test('money that came back takes no share of the fees', () => {
  expect(sharesOf(100n, [-50n, 30n, 10n])).toEqual([0n, 75n, 25n])
  expect(sharesOf(100n, [-50n])).toEqual([0n])
})

function line(costCode: string | null, currency: string, minor: bigint, budget: bigint | null): OverviewLine {
  const of = sum(minor, currency)
  const figures = { paid: of, charges: of, fees: of, spent: of, owed: of, ages: [of, of, of, of] }
  return { ...figures, costCode, currency, budget: budget === null ? null : sum(budget, currency) }
}

test('lines of one code are one line in each currency, budgets added', () => {
  const lines = [
    line('A', 'MZN', 100n, null),
    line('A', 'MZN', 250n, 1000n),
    line('A', 'UGX', 7n, null),
    line(null, 'MZN', 1n, null),
  ]
  const shown = sumLines(lines, ({ costCode }) => costCode).map((each) => [
    each.costCode,
    each.paid.amount,
    each.ages[3]?.amount,
    each.budget?.amount,
  ])
  expect(shown).toEqual([
    ['A', '3.50', '3.50', '10.00'],
    ['A', '7', '7', undefined],
    [null, '0.01', '0.01', undefined],
  ])
})
