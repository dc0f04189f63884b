import { expect, test } from 'vitest'
import { phoneParser } from './phones.ts'

test.each([
  ['84 123 4567', '+258841234567'],
  ['(84) 123-4567', '+258841234567'],
  ['00258841234567', '+258841234567'],
  ['258841234567', '+258841234567'],
  ['+1 650 253 0000', '+16502530000'],
  ['８４１２３４５６７', '+258841234567'],
])('%s is a number in Mozambique or with its country code', (text, phone) => {
  expect(phoneParser('MZN')(text)).toBe(phone)
})

test.each(['', '84123', 'tel:+258841234567', '+258841234567 ext. 5', '841234567;', '8.41e8'])('%j is none', (text) => {
  expect(phoneParser('MZN')(text)).toBeUndefined()
})

test('where a currency belongs to no one country, only numbers with a country code are taken', () => {
  const parse = phoneParser('EUR')
  expect([parse('+351 912 345 678'), parse('351912345678'), parse('912345678')]).toEqual([
    '+351912345678',
    '+351912345678',
    undefined,
  ])
})
