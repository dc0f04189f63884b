import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { phoneCountryOf, soleCurrencies } from './phone.ts'
import { newSurvey } from '../surveys/survey-settings.ts'

const paidIn = (currency: string) => ({ country: null, surveyType: 'PAID' as const, currency })

test('the survey decides its phone country, then the server, then the currency it pays', () => {
  const paid = paidIn('MZN')
  expect(phoneCountryOf({ ...paid, country: 'CM' }, 'KE')).toBe('CM')
  expect(phoneCountryOf(paid, 'KE')).toBe('KE')
  expect(phoneCountryOf(paid, undefined)).toBe('MZ')
})

test('the currency of a free survey names no country', () => {
  const free = { ...newSurvey, country: null }
  expect(phoneCountryOf(free, undefined)).toBeUndefined()
  expect(phoneCountryOf(free, 'KE')).toBe('KE')
  expect(phoneCountryOf({ ...free, country: 'CM' }, undefined)).toBe('CM')
})

const shared =
  'XAF XOF XCD XPF EUR USD ZAR AUD NZD INR CHF DKK NOK MAD ILS GBP JOD SGD BND SHP XCG ANG XDR XXX USN FRF ITL'

test.each(shared.split(' '))('%s is money in several countries, or in none today, and names no country', (currency) => {
  expect(phoneCountryOf(paidIn(currency), undefined)).toBeUndefined()
})

test('every currency of one country names one whose phone numbers are known', () => {
  const named = [...soleCurrencies].map((currency) => phoneCountryOf(paidIn(currency), undefined))
  expect(named.filter((country) => country === undefined || !countries.includes(country))).toEqual([])
  expect(new Set(named).size).toBe(soleCurrencies.size)
  expect([...soleCurrencies].filter((currency) => !Intl.supportedValuesOf('currency').includes(currency))).toEqual([])
})
