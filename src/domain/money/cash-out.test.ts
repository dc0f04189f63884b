import { expect, test } from 'vitest'
import { bandsIn, minorBands, withoutCharge } from './cash-out.ts'

test('lines of a tariff are bands, as typed or from a sheet', () => {
  expect(bandsIn('MZN 1.000,50 15\n\n mzn\t2500\t30 \nUGX;5000;0')).toEqual([
    { currency: 'MZN', upTo: '1000.50', charge: '15' },
    { currency: 'MZN', upTo: '2500', charge: '30' },
    { currency: 'UGX', upTo: '5000', charge: '0' },
  ])
  expect(minorBands(bandsIn('MZN 1000 15')).charges).toEqual([{ currency: 'MZN', upTo: 100_000, charge: 1500 }])
})

test('each line that is wrong is named, with all that is wrong', () => {
  const { errors } = minorBands(bandsIn('MZN 1000 15\nMZN 1000 16\nABC 5 1\nMZN 0 1\nUGX 10 0.5\nMZN 1 000 5\nMZN'))
  expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'charges[1].upTo DUPLICATE',
    'charges[2].currency UNKNOWN_CURRENCY',
    'charges[3].upTo NOT_POSITIVE',
    'charges[4].charge CURRENCY_DIGITS',
    'charges[5].charge NOT_AN_AMOUNT',
    'charges[6].upTo NOT_AN_AMOUNT',
    'charges[6].charge NOT_AN_AMOUNT',
  ])
})

test('what is owed is the amount without its charge', () => {
  expect(withoutCharge({ amount: '515.00', charge: '15.00', currency: 'MZN' })).toBe('500.00')
})
