import { expect, test } from 'vitest'
import { whyItWaits } from './why-it-waits.ts'

test.each([
  ['ELIGIBLE', 'NO_PHONE', 'NO_PHONE', 'NO_PHONE'],
  ['ELIGIBLE', null, null, undefined],
  ['APPROVED', 'PHONE_CHANGED', 'PHONE_CHANGED', 'PHONE_CHANGED'],
  ['INITIATED', 'PAYEE_ERASED', 'PAYEE_ERASED', undefined],
  ['PROCESSING', null, null, undefined],
  ['PROCESSING', null, 'MISMATCH', 'CLARIFYING'],
  ['PROCESSING', null, 'HTTP_503', 'CLARIFYING'],
  ['FAILED', null, 'identifierError', 'PAYEE_UNKNOWN'],
  ['FAILED', null, 'maxBalanceExceeded', 'PAYEE_LIMIT'],
  ['FAILED', null, 'insufficientFunds', 'TRY_AGAIN'],
  ['REJECTED', null, 'SUSPECTED_FRAUD', undefined],
  ['REJECTED', null, 'WITHDRAWN', 'WITHDRAWN'],
  ['REJECTED', null, 'WRONG_PHONE', 'WRONG_PHONE'],
  ['SUCCESSFUL', null, 'PAID_LATE', undefined],
] as const)('a payment %s with hold %s and reason %s is told by %s', (status, hold, reason, why) => {
  expect(whyItWaits({ status, hold, reason })).toBe(why)
})
