import { expect, test } from 'vitest'
import { phonePattern, phoneProblem, searchedDigits, writtenPhone } from './phone.ts'

test.each([
  ['84 123 4567', '841234567'],
  ['(84) 123–4567', '841234567'],
  ['００ 258 84 123 4567', '+258841234567'],
  ['+1 650 253 0000', '+16502530000'],
  ['(+258) 84‑123‑4567', '+258841234567'],
  ['＋258841234567', '+258841234567'],
  ['８４１２３４５６７', '841234567'],
  ['4002', '4002'],
])('%s says the digits %s', (text, digits) => expect(writtenPhone(text)).toBe(digits))

test.each(['', '123', 'no number', '+', '84+1234567', '84 123 4567 ext. 5', '841234567;', '8.41e8', '1'.repeat(21)])(
  '%j is no number anywhere',
  (text) => {
    expect(writtenPhone(text)).toBeUndefined()
    expect(phoneProblem(text, undefined)).toBe('BAD_PHONE')
  },
)

test('a number without a country code needs a country that is known', () => {
  expect(phoneProblem('687751234', undefined)).toBe('PHONE_COUNTRY_NEEDED')
  expect(phoneProblem('687751234', 'CM')).toBeUndefined()
  expect(phoneProblem('00237 687751234', undefined)).toBeUndefined()
})

test.each([
  ['84 123 4567', '841234567'],
  ['0712 345 001', '712345001'],
  ['00258 84-123', '25884123'],
  ['+258 (84) 123', '25884123'],
  ['0712', '0712'],
  ['Ana 84', ''],
])('a search for %s asks for the digits %j', (text, digits) => expect(searchedDigits(text)).toBe(digits))

test('A number with a country code is searched by its beginning, any other by any part', () => {
  expect(phonePattern('+25884', '25884')).toBe('+25884%')
  expect(phonePattern('258840001234', '258840001234')).toBe('+258840001234%')
  expect(phonePattern('84 000 1234', '840001234')).toBe('%840001234%')
})
