import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { phoneCountryOf, soleCurrencies } from './phone-country.ts'

test('the survey decides the country of its phones, then the server, then the currency', () => {
  const currency = 'MZN'
  expect(phoneCountryOf({ surveyCountry: 'CM', installationCountry: 'KE', currency })).toBe('CM')
  expect(phoneCountryOf({ surveyCountry: null, installationCountry: 'KE', currency })).toBe('KE')
  expect(phoneCountryOf({ installationCountry: undefined, currency })).toBe('MZ')
  expect(phoneCountryOf({ installationCountry: undefined })).toBeUndefined()
})

const shared =
  'XAF XOF XCD XPF EUR USD ZAR AUD NZD INR CHF DKK NOK MAD ILS GBP JOD SGD BND SHP XCG ANG XDR XXX USN FRF ITL'

test.each(shared.split(' '))('%s is money in several countries, or in none today, and names no country', (currency) => {
  expect(phoneCountryOf({ installationCountry: undefined, currency })).toBeUndefined()
})

test('every currency of one country names one whose phone numbers are known', () => {
  const named = [...soleCurrencies].map((currency) => phoneCountryOf({ installationCountry: undefined, currency }))
  expect(named.filter((country) => country === undefined || !countries.includes(country))).toEqual([])
  expect(new Set(named).size).toBe(soleCurrencies.size)
  expect([...soleCurrencies].filter((currency) => !Intl.supportedValuesOf('currency').includes(currency))).toEqual([])
})
