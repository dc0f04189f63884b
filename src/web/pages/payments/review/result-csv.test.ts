import { expect, test } from 'vitest'
import { givenPayment } from '../given-payment.ts'
import { pickOf } from '../review-state.ts'
import { resultCsv, retryable } from './result-csv.ts'

const picks = [
  pickOf(givenPayment({ paymentId: 1 }), 'Ana, "MZN" 5.00'),
  pickOf(givenPayment({ paymentId: 2 }), '=HYPERLINK(1)'),
]
const result = {
  requested: 2,
  succeeded: 1,
  failed: 1,
  skipped: 0,
  batchId: 9,
  results: [
    { id: 1, ok: true, code: 'OK', message: '', from: 'APPROVED', to: 'PROCESSING' },
    { id: 2, ok: false, code: 'STALE_FACTS', message: '', from: 'APPROVED' },
  ],
}

test('every payment is a line with its outcome, and names are quoted', () => {
  const lines = resultCsv({ step: 'authorize', result, picks }, (code) => code.toLowerCase()).split('\r\n')
  expect(lines[1]).toBe('"1","Ana, ""MZN"" 5.00","5.00","MZN","authorize","OK","ok","APPROVED","PROCESSING","9"')
  expect(lines).toHaveLength(4)
})

test('what failed is looked at again, what is done or needed nothing is not', () => {
  expect(retryable(result, picks).map(({ id }) => id)).toEqual([2])
  const skipped = { ...result, results: [{ id: 2, ok: false, code: 'ALREADY_DONE', message: '' }] }
  expect(retryable(skipped, picks)).toEqual([])
})
