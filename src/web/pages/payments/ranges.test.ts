import { expect, test } from 'vitest'
import { rangesOf } from './ranges.ts'

test('each currency has its own smallest and largest amount, by value and not by text', () => {
  const rows = [
    { amount: '500.00', currency: 'MZN' },
    { amount: '700', currency: 'UGX' },
    { amount: '1000.00', currency: 'MZN' },
    { amount: '9999999999999.99', currency: 'MZN' },
  ]
  expect(rangesOf(rows).map(({ currency, least, most }) => [currency, least.amount, most.amount])).toEqual([
    ['MZN', '500.00', '9999999999999.99'],
    ['UGX', '700', '700'],
  ])
})
