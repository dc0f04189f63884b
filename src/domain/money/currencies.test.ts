import { expect, test } from 'vitest'
import { currencies, isCurrency } from './currencies.ts'
import { minorDigits, unusualCurrencies } from './money.ts'

test('currencies come once, in order of the alphabet, and the runtime names each', () => {
  expect(currencies).toEqual([...new Set(currencies)].sort())
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  expect(currencies.filter((code) => names.of(code) === undefined)).toEqual([])
})

test('codes of tests, metals, funds, former money and no money are no currencies', () => {
  for (const code of ['ZZZ', 'XTS', 'XXX', 'XAU', 'XDR', 'CHE', 'CLF', 'DEM', 'mzn', ''])
    expect(isCurrency(code)).toBe(false)
})

test('each currency with other digits than two is listed', () => {
  expect([0, 3].flatMap(unusualCurrencies).filter((code) => !isCurrency(code))).toEqual([])
  expect(['MZN', 'JPY', 'ISK', 'KWD'].map(minorDigits)).toEqual([2, 0, 0, 3])
})
