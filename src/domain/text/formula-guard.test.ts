import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, unguarded } from './formula-guard.ts'

test('no guarded text begins as a formula does, and each has its way back', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', 'a', '1'),
  })
  const property = fc.property(text, (drawn) => {
    expect(guarded(drawn)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    expect(unguarded(guarded(drawn))).toBe(drawn)
  })
  fc.assert(property)
})
