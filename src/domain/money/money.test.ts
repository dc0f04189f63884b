import { array, assert, bigInt, constantFrom, integer, maxSafeInteger, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { addUp, daysLeft, minorDigits, minorOf, sumOf, toDecimal, toMinor, toMinorSum } from './money.ts'

test('an amount written and read back is the same amount, in every kind of currency', () => {
  assert(
    property(integer({ min: -(10 ** 14), max: 10 ** 14 }), constantFrom('MZN', 'UGX', 'TND'), (minor, currency) => {
      expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor)
    }),
  )
})

test.each([
  ['500', 'MZN', 50_000],
  [500, 'MZN', 50_000],
  ['0.05', 'MZN', 5],
  ['500.10', 'MZN', 50_010],
  ['500.1000', 'MZN', 50_010],
  ['1234', 'UGX', 1234],
  ['1.005', 'TND', 1005],
  [' 7.5 ', 'MZN', 750],
])('%s %s is %i minor units', (text, currency, minor) => {
  expect(toMinor(text, currency)).toBe(minor)
})

test.each([
  ['500.005', 'MZN'],
  ['1.5', 'UGX'],
  ['1e3', 'MZN'],
  ['1,000', 'MZN'],
  ['', 'MZN'],
  ['.5', 'MZN'],
  [Number.NaN, 'MZN'],
  [0.1 + 0.2, 'MZN'],
  ['99999999999999999', 'MZN'],
])('%s %s is no amount', (text, currency) => {
  expect(toMinor(text, currency)).toBeUndefined()
})

test('a currency without a count of its own has two digits', () => {
  expect([minorDigits('MZN'), minorDigits('UGX'), minorDigits('KWD')]).toEqual([2, 0, 3])
})

const currencies = constantFrom('MZN', 'UGX', 'TND')

test('a sum written out and read back is the same sum, however large', () => {
  assert(
    property(bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), currencies, (minor, currency) => {
      expect(toMinorSum(toDecimal(minor, currency), currency)).toBe(minor)
    }),
  )
})

test('decimals add up to what their minor units add up to, per currency', () => {
  assert(
    property(array(tuple(maxSafeInteger(), currencies)), (rows) => {
      const sums = addUp(rows.map(([minor, currency]) => ({ amount: toDecimal(minor, currency), currency })))
      expect(new Set(sums.map(({ currency }) => currency)).size).toBe(sums.length)
      for (const sum of sums)
        expect(minorOf(sum)).toBe(
          sumOf(rows.flatMap(([minor, currency]) => (currency === sum.currency ? [minor] : []))),
        )
    }),
  )
})

test.each([
  [['0.10', '0.20'], 'MZN', '0.30'],
  [['90071992547409.91', '0.01', '0.01'], 'MZN', '90071992547409.93'],
  [Array.from({ length: 12 }, () => '9999999999999.99'), 'MZN', '119999999999999.88'],
  [['9007199254740991', '2'], 'UGX', '9007199254740993'],
])('%j %s add up to %s', (amounts, currency, sum) => {
  expect(addUp(amounts.map((amount) => ({ amount, currency })))).toEqual([{ amount: sum, currency }])
})

test('what is no amount of its currency is added to nothing', () => {
  expect(() => addUp([{ amount: '1.5', currency: 'UGX' }])).toThrow('1.5 is no amount of UGX')
})

test('money lasts as long as the last 30 days say, in whole days', () => {
  expect([daysLeft(100n, 30n), daysLeft(0n, 30n), daysLeft(-5n, 30n), daysLeft(99n, 3000n)]).toEqual([100, 0, 0, 0])
  expect([daysLeft(100n, 0n), daysLeft(100n, -3n), daysLeft(10n ** 15n, 1n)]).toEqual([null, null, 9999])
})
