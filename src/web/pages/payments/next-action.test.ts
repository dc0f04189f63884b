import { expect, test } from 'vitest'
import { paymentHolds, paymentStatuses, rejectReasons, withdrawn } from '#domain/money/payment.ts'
import { incidentKinds } from '#domain/money/payment-ways.ts'
import words from '../../../words/en/payments.json' with { type: 'json' }

test('each status, hold, reason of a rejection and finding says what to do', () => {
  // Another reason is the person's own words, and its status says the rest.
  const reasons = [...rejectReasons.filter((reason) => reason !== 'OTHER'), withdrawn]
  const keys = [
    ...[...paymentStatuses, ...paymentHolds, ...reasons].map((code) => `payments.next.${code}`),
    ...incidentKinds.map((kind) => `payments.incidentNext.${kind}`),
  ]
  expect(keys.filter((key) => !(key in words))).toEqual([])
})
