import { expect, test } from 'vitest'
import { exact } from './syntax.ts'

test.each([
  ['ruaca', '"ruaca"'],
  ['a$b', '"a" + char(36) + "b"'],
  ["`x'", 'char(96) + "x\'"'],
  ['say "no"', '"say " + char(34) + "no" + char(34)'],
  ['', '""'],
])('Stata reads the code %s to the letter', (code, text) => {
  expect(exact(code)).toBe(text)
})
