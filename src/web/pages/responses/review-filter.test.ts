import { expect, test } from 'vitest'
import { responses } from '#contract/responses.ts'
import { reviewFilter } from './review-filter.ts'

test('the words of the list are a filter that the bulk review takes', () => {
  const words = { surveyId: '12', status: 'RECEIVED,EDITED', q: 'ana', from: '2026-11-01', to: '2026-11-21' }
  const body = { formStatus: 'APPROVED', filter: reviewFilter(words), expectedCount: 7 }
  expect(responses.review.body.parse(body)).toMatchObject({
    filter: { ...words, surveyId: 12, status: ['RECEIVED', 'EDITED'] },
  })
})

test('a survey may be named by its public id, and no filter is a filter too', () => {
  expect(reviewFilter({ surveyId: 'b29N-P9r8' })).toEqual({ surveyId: 'b29N-P9r8' })
  expect(reviewFilter({})).toEqual({})
})
