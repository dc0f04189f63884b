import { expect, test } from 'vitest'
import { givenPayment } from './given-payment.ts'
import { pickOf, readReview, type ReviewState } from './review-state.ts'

const review: ReviewState = {
  step: 'authorize',
  picks: [pickOf(givenPayment(), 'Ana')],
  by: 5,
  key: 'k',
  sent: { ids: [7], versions: { 7: 1 }, expectedCount: 1, expectedTotal: [{ amount: '5.00', currency: 'MZN' }] },
}

test('a review comes back from the history as it was', () => {
  expect(readReview(structuredClone({ review }), 5)).toEqual(review)
})

test('another user who signs in later in the same tab does not inherit a review', () => {
  expect(readReview({ review }, 6)).toBeUndefined()
  expect(readReview({ review }, undefined)).toBeUndefined()
})

test('an entry of the history without a review, or with half of one, has none', () => {
  expect(readReview(null, 5)).toBeUndefined()
  expect(readReview({ opened: 'open' }, 5)).toBeUndefined()
  expect(readReview({ review: { ...review, key: undefined } }, 5)).toBeUndefined()
})
