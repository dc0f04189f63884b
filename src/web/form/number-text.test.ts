import { expect, test } from 'vitest'
import { decimalText } from './number-text.ts'

test.each([
  ['-25,9653', 'en', '-25.9653'],
  ['-25,9653', 'pt-BR', '-25.9653'],
  ['\u22121,5', 'zh', '-1.5'],
  // The same text in two languages.
  ['1,000', 'en', '1000'],
  ['1,000', 'pt-BR', '1.000'],
  ['1,234,567.5', 'en', '1234567.5'],
  ['25.5', 'pt-BR', '25.5'],
  [' 12 ', 'en', '12'],
  // Nothing is made of what is none.
  ['-25,9653, 32,5832', 'en', '-25,9653, 32,5832'],
  ['25.9653 32.5832', 'en', '25.9653 32.5832'],
  ['abc', 'en', 'abc'],
])('%j typed in %s is %j', (text, locale, expected) => {
  expect(decimalText(text, locale)).toBe(expected)
})
