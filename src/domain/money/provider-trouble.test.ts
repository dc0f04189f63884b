import { expect, test } from 'vitest'
import { afterAnswer, enoughInARow, isStillInTrouble } from './provider-trouble.ts'

/** Why sending has stopped after these answers; undefined while it goes on. */
function after(codes: readonly (string | undefined)[]): string | undefined {
  let seen: ReturnType<typeof afterAnswer> = { inARow: 0 }
  for (const code of codes) seen = afterAnswer(seen.inARow, code)
  return seen.trouble
}

const times = (n: number, code: string) => Array.from({ length: n }, () => code)

test.each([
  ['insufficientFunds', 'FLOAT_SHORT'],
  ['PAYER_LIMIT_REACHED', 'OWN_LIMIT'],
  ['debitAccountUnknown', 'OUR_ACCOUNT'],
  ['HTTP_401', 'PROVIDER_ACCESS'],
  ['HTTP_403', 'PROVIDER_ACCESS'],
])('one answer %s stops the sending', (code, reason) => {
  expect(after([code])).toBe(reason)
})

test('errors and missing answers stop the sending once there are enough in a row', () => {
  expect(after(times(enoughInARow - 1, 'HTTP_503'))).toBeUndefined()
  expect(after(times(enoughInARow, 'HTTP_503'))).toBe('PROVIDER_DOWN')
  expect(after([...times(enoughInARow - 1, 'HTTP_500'), 'TIMEOUT'])).toBe('NO_ANSWER')
  expect(after([...times(enoughInARow - 1, 'TIMEOUT'), undefined, 'TIMEOUT'])).toBeUndefined()
})

test('what is wrong with a payment alone ends a row and stops nothing', () => {
  for (const code of ['identifierError', 'requestDeclined', 'HTTP_429', 'greaterThanTransactionMaxValue', 'new'])
    expect(after([...times(enoughInARow - 1, 'TIMEOUT'), code, 'TIMEOUT'])).toBeUndefined()
})

test('a call that never went out says nothing', () => {
  expect(after([...times(enoughInARow - 1, 'TIMEOUT'), 'NEVER_SENT', 'TIMEOUT'])).toBe('NO_ANSWER')
  expect(isStillInTrouble('NEVER_SENT')).toBe(true)
})

test('a try of a provider in trouble goes well with any word about the payment alone', () => {
  expect([undefined, 'identifierError', 'HTTP_429'].map(isStillInTrouble)).toEqual([false, false, false])
  expect(['TIMEOUT', 'HTTP_503', 'HTTP_401', 'insufficientFunds'].map(isStillInTrouble)).toEqual(
    times(4, '').map(() => true),
  )
})
