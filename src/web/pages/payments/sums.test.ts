import { expect, test } from 'vitest'
import { rangesOf, sumsOf } from './sums.ts'

const rows = [
  { amountMinor: 50_000, currency: 'MZN' },
  { amountMinor: 700, currency: 'UGX' },
  { amountMinor: 12_345, currency: 'MZN' },
]

test('each currency has its own sum, with its own digits', () => {
  expect(sumsOf(rows).map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['623.45 MZN', '700 UGX'])
  expect(sumsOf([])).toEqual([])
})

test('each currency has its own smallest and largest amount', () => {
  expect(rangesOf(rows).map(({ least, most }) => [least.amount, most.amount])).toEqual([
    ['123.45', '500.00'],
    ['700', '700'],
  ])
})
