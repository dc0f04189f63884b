import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, unguarded } from './formula-guard.ts'

test('no guarded text begins as a formula does, and each has its way back', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', 'a', '1'),
  })
  const property = fc.property(text, (drawn) => {
    if (!/^[+-]\d+$/.test(drawn)) expect(guarded(drawn)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    expect(unguarded(guarded(drawn))).toBe(drawn)
  })
  fc.assert(property)
})

test.each(['+258841234567', '-12.5', '+1'])('the number %s comes as it is', (text) => {
  expect(guarded(text)).toBe(text)
})

test.each(['-1+2', '+1e5', '-', '--1', '+258 84', '-1.', '+1\n=2'])('%j could be a formula', (text) => {
  expect(guarded(text)).toBe(`'${text}`)
})
