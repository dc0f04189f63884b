import * as fc from 'fast-check'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js'
import mobileNumbers from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { countries } from '#domain/people/countries.ts'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { phoneParser } from './phones.ts'

test.each([
  ['84 123 4567', '+258841234567'],
  ['(84) 123-4567', '+258841234567'],
  ['00258841234567', '+258841234567'],
  ['258841234567', '+258841234567'],
  ['+1 650 253 0000', '+16502530000'],
  ['(+258) 84–123–4567', '+258841234567'],
  ['８４１２３４５６７', '+258841234567'],
])('%s is a number in Mozambique or with its country code', (text, phone) => {
  expect(phoneParser('MZ')(text)).toEqual({ value: phone })
})

test.each(['', '84123', 'tel:+258841234567', '+258841234567 ext. 5', '841234567;', '8.41e8', '687751234'])(
  '%j is none',
  (text) => {
    expect(phoneParser('MZ')(text)).toEqual({ problem: 'BAD_PHONE' })
  },
)

test('where no country is known, only numbers with a country code are taken', () => {
  const parse = phoneParser(undefined)
  const taken = { value: '+351912345678' }
  expect(['+351 912 345 678', '00351912345678', '＋351912345678'].map(parse)).toEqual([taken, taken, taken])
  const refused = { problem: 'PHONE_COUNTRY_NEEDED' }
  expect(['351912345678', '912345678'].map(parse)).toEqual([refused, refused])
})

function parserFor(country: string | null) {
  return phoneParser(phoneCountryOf({ country, surveyType: 'PAID', currency: 'XAF' }, undefined))
}

test.each(['687751234', '690723456', '681721234'])(
  '%s, local in Cameroon, is no number of the Pacific where XAF is paid',
  (text) => {
    expect(parserFor(null)(text)).toEqual({ problem: 'PHONE_COUNTRY_NEEDED' })
    expect(parserFor('CM')(text)).toEqual({ value: `+237${text}` })
  },
)

test.each([
  ['650 253 0000', 'of the United States', 'CA'],
  ['916 123 4567', 'of Russia', 'KZ'],
  ['011 258 84 123 4567', 'of Mozambique behind a prefix for calls abroad', 'US'],
])('%s, a number %s, is none of %s', (text, _, country) => {
  expect(phoneParser(country)(text)).toEqual({ problem: 'BAD_PHONE' })
})

test('the countries that a survey may name are those whose numbers the library knows', () => {
  expect(countries).toEqual(getCountries())
  const local = getCountries().map((country) => [country, phoneParser(country)(mobileNumbers[country])])
  const whole = getCountries().map((country) => {
    return [country, { value: `+${getCountryCallingCode(country)}${mobileNumbers[country]}` }]
  })
  expect(local).toEqual(whole)
})

const digits = fc.oneof(
  fc.stringMatching(/^\d{4,15}$/),
  fc.constantFrom(...getCountries()).chain((country) =>
    fc.constantFrom('', '0', '1', '011', '8', '810', getCountryCallingCode(country)).map((prefix) => {
      return prefix + mobileNumbers[country]
    }),
  ),
)
/** Digits with neither + nor 00 in front, with signs between them that people write. */
const localText = fc
  .tuple(
    digits.filter((text) => !text.startsWith('00')),
    fc.constantFrom('', ' ', '-', '.'),
  )
  .map(([text, sign]) => [text.slice(0, 3), text.slice(3, 6), text.slice(6)].filter(Boolean).join(sign))

test('without a country no local number is ever taken', () => {
  fc.assert(
    fc.property(localText, (text) => {
      expect(phoneParser(undefined)(text)).toEqual({ problem: 'PHONE_COUNTRY_NEEDED' })
    }),
    { numRuns: 500 },
  )
})

test('with a country every local number that is taken begins with its calling code', () => {
  fc.assert(
    fc.property(fc.constantFrom<CountryCode>(...getCountries()), localText, (country, text) => {
      const { value } = phoneParser(country)(text)
      expect(value ?? '').toMatch(new RegExp(`^(\\+${getCountryCallingCode(country)}|$)`))
    }),
    { numRuns: 2000 },
  )
})
