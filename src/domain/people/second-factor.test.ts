import { expect, test } from 'vitest'
import { factorRemovalRefusal, lacksFactor, recoveryText, typedCode } from './second-factor.ts'

test.each([
  ['123456', 'APP', '123456'],
  [' 123 456 ', 'APP', '123456'],
  ['１２３４５６', 'APP', '123456'],
  ['12345', 'RECOVERY', '12345'],
  ['ABCD-efgh 2345', 'RECOVERY', 'abcdefgh2345'],
])('%j is typed for a code of %s', (text, kind, code) => {
  expect(typedCode(text)).toEqual({ kind, code })
})

test('a recovery code is read in groups of four, and typed back with them', () => {
  const code = 'abcdefghijkmnpqrstuvwxyz'
  expect(recoveryText(code)).toBe('abcd-efgh-ijkm-npqr-stuv-wxyz')
  expect(typedCode(recoveryText(code)).code).toBe(code)
})

test('a role that asks for a second factor waits for one, and keeps the last', () => {
  const [none, one, two] = [[], ['APP'], ['APP', 'PASSKEY']]
  expect([none, one].map((factors) => lacksFactor({ factorRequired: true, factors }))).toEqual([true, false])
  expect(lacksFactor({ factorRequired: false, factors: none })).toBe(false)
  expect(factorRemovalRefusal({ factorRequired: true, factors: one })).toBe('FACTOR_NEEDED')
  expect(factorRemovalRefusal({ factorRequired: true, factors: two })).toBeUndefined()
  expect(factorRemovalRefusal({ factorRequired: false, factors: one })).toBeUndefined()
})
