import { expect, test } from 'vitest'
import { meaningOf } from './provider-codes.ts'

test.each([
  ['identifierError', 'PAYEE_UNKNOWN'],
  ['PAYEE_NOT_FOUND', 'PAYEE_UNKNOWN'],
  ['maxBalanceExceeded', 'PAYEE_LIMIT'],
  ['insufficientFunds', 'FLOAT_SHORT'],
  ['NOT_ENOUGH_FUNDS', 'FLOAT_SHORT'],
  ['PAYER_LIMIT_REACHED', 'OWN_LIMIT'],
  ['debitAccountUnknown', 'OUR_ACCOUNT'],
  ['lessThanTransactionMinValue', 'AMOUNT_RANGE'],
  ['requestDeclined', 'DECLINED'],
  ['HTTP_503', 'PROVIDER_DOWN'],
  ['HTTP_429', 'PROVIDER_BUSY'],
  ['HTTP_401', 'PROVIDER_ACCESS'],
  ['HTTP_418', 'UNCLEAR_ANSWER'],
  ['TIMEOUT', 'NO_ANSWER'],
  ['RECIPIENT_NOT_FOUND', 'PAYEE_UNKNOWN'],
  ['WALLET_LIMIT_REACHED', 'PAYEE_LIMIT'],
  ['PAWAPAY_WALLET_OUT_OF_FUNDS', 'FLOAT_SHORT'],
  ['AMOUNT_OUT_OF_BOUNDS', 'AMOUNT_RANGE'],
  ['PROVIDER_TEMPORARILY_UNAVAILABLE', 'PROVIDER_DOWN'],
  ['INVALID_PROVIDER', 'BAD_ORDER'],
  ['MANUALLY_CANCELLED', 'DECLINED'],
  ['UNKNOWN_ERROR', 'UNCLEAR_ANSWER'],
  ['somethingNew', undefined],
])('the code %s means %s', (code, meaning) => {
  expect(meaningOf(code)).toBe(meaning)
})
