/** Sums of money beyond what a number of JavaScript, or a bigint of the database, holds exactly. */
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { test } from '../../test/with-payments.ts'

test('a sum beyond 2^53 opens the list with its exact amount, kept or counted', async ({ given, maker }) => {
  // Twelve times 9,999,999,999,999.99.
  const { surveyId } = await given.payments({ count: 12, amountMinor: 999_999_999_999_999 })
  const sum = { amount: '119999999999999.88', amountMinor: null, currency: 'MZN' }
  const kept = await maker.call(payments.list, { query: { surveyId } })
  expect(kept.amounts.ELIGIBLE).toEqual([sum])
  const counted = await maker.call(payments.list, { query: { surveyId, from: '2000-01-01' } })
  expect(counted.amounts.ELIGIBLE).toEqual([sum])
})

test('a batch beyond any bigint is let go to the last unit, confirmed by its exact sum', async ({
  given,
  maker,
  approver,
  authorizer,
}) => {
  const currency = 'ZMW'
  const amountMinor = Number.MAX_SAFE_INTEGER
  const { ids } = await given.payments({ count: 1100, amountMinor, currency })
  const total = { amount: '99079191802150901.00', currency }
  const none = { amount: '0.00', amountMinor: 0, currency }
  await given.float({ currency, amountMinor: 1100n * BigInt(amountMinor) })
  const tooLittle = { ids, expectedTotal: [{ ...total, amount: '99079191802150900.99' }] }
  await expect(maker.call(payments.bulkInitiate, { body: tooLittle })).rejects.toMatchObject({
    code: 'BATCH_CHANGED',
    data: { count: 1100, total: [{ ...total, amountMinor: null }] },
  })
  const body = { ids, expectedTotal: [total] }
  for (const [person, step] of [
    [maker, payments.bulkInitiate],
    [approver, payments.bulkApprove],
    [authorizer, payments.bulkAuthorize],
  ] as const) {
    const { data } = await person.call(step, { body })
    expect(data).toMatchObject({ succeeded: 1100, failed: 0, totalAmount: [{ ...total, amountMinor: null }] })
  }
  const { data } = await maker.call(payments.balance, {})
  const reserved = { ...total, amountMinor: null }
  expect(data.filter((row) => row.currency === currency)).toMatchObject([
    { provider: 'gsma', currency, available: none, reserved, spent: none },
  ])
})
