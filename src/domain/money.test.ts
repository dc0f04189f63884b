import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { minorDigits, toDecimal, toMinor } from './money.ts'

test('an amount written out and read back is the same amount, in every kind of currency', () => {
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
