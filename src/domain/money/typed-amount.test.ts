import { expect, test } from 'vitest'
import { typedAmount } from './typed-amount.ts'

test.each([
  ['2500', 'MZN', '2500'],
  ['2,500.00', 'MZN', '2500.00'],
  ['2.500,00', 'MZN', '2500.00'],
  ['1 250 000,5', 'MZN', '1250000.5'],
  ['1.250.000', 'MZN', '1250000'],
  ["1'250.5", 'MZN', '1250.5'],
  ['1,250', 'MZN', '1250'],
  ['1.000', 'MZN', '1000'],
  ['0.500', 'MZN', '0.500'],
  ['12500,5', 'MZN', '12500.5'],
  ['1,250', 'UGX', '1250'],
  ['1,5', 'UGX', '1.5'],
  ['1.250', 'KWD', '1.250'],
  ['1,250,000', 'KWD', '1250000'],
  ['-5', 'MZN', '-5'],
  ['1,2.3,4', 'MZN', '1,2.3,4'],
  ['five', 'MZN', 'five'],
  ['', 'MZN', ''],
])('the amount %j in %s is read as %j', (typed, currency, read) => {
  expect(typedAmount(typed, currency)).toBe(read)
})
