/** Sums of money beyond what a JavaScript number holds exactly. */
import { expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { withPayments } from '../test/with-payments.ts'

/** 9,999,999,999,999.99: ten of them are more than 2^53 minor units. */
const amountMinor = 999_999_999_999_999
const sumOfTwelve = { amount: '119999999999999.88', amountMinor: null, currency: 'MZN' }

test(
  'a sum beyond 2^53 opens the list with its exact amount, counted or kept',
  withPayments(async ({ given, maker }) => {
    const { surveyId } = await given.payments({ count: 12, amountMinor })
    const kept = await maker.call(payments.list, { query: { surveyId } })
    expect(kept.amounts.ELIGIBLE).toEqual([sumOfTwelve])
    const counted = await maker.call(payments.list, { query: { surveyId, from: '2000-01-01' } })
    expect(counted.amounts.ELIGIBLE).toEqual([sumOfTwelve])
  }),
)
