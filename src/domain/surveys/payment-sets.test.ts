import { expect, test } from 'vitest'
import { surveyStatuses } from './survey.ts'
import { changedSettings, newSurvey } from './survey-settings.ts'
import { leftoverRefusal, payRuleChanges, setPay } from './payment-sets.ts'

const single = changedSettings(newSurvey, { surveyType: 'PAID', amount: '50.00' })
const grouped = changedSettings(single, { paymentAggregation: 'GROUPED', aggregationCount: 3 })

test('a survey with responses left over ends by a choice only', () => {
  const asking = surveyStatuses.filter((to) => leftoverRefusal(to, 2, undefined))
  expect(asking).toEqual(['CLOSED', 'ARCHIVED'])
  expect(leftoverRefusal('CLOSED', 0, undefined)).toBeUndefined()
  expect(leftoverRefusal('CLOSED', 2, 'DROP')).toBeUndefined()
})

function fields(changes: object, before = grouped): string[] {
  return payRuleChanges(before, changedSettings(before, changes)).map(({ path }) => path)
}

test('a change to groups, from them or of size changes the rule, an amount does not', () => {
  expect(fields({ amount: '60.00', currency: 'UGX' })).toEqual([])
  expect(fields({ aggregationCount: 4 })).toEqual(['aggregationCount'])
  expect(fields({ surveyType: 'FREE' })).toEqual(['surveyType'])
  expect(fields({ paymentAggregation: 'INDIVIDUAL' })).toEqual(['paymentAggregation', 'aggregationCount'])
  expect(fields({ paymentAggregation: 'GROUPED', aggregationCount: 2 }, single)).toHaveLength(2)
  expect(fields({ surveyType: 'FREE' }, single)).toEqual([])
})

test('a full set pays the amount of each of its responses', () => {
  expect(setPay(grouped)).toEqual({ count: 3, amount: '50.00', total: '150.00', currency: 'MZN' })
  expect(setPay(changedSettings(grouped, { amount: '33', currency: 'UGX' }))).toMatchObject({ total: '99' })
})

test('no message speaks of a full set that pays nothing or has wrong settings', () => {
  for (const changes of [
    { surveyType: 'FREE' },
    { amount: null },
    { amount: '0.001' },
    { aggregationCount: 1 },
  ] as const)
    expect(setPay(changedSettings(grouped, changes))).toBeUndefined()
  expect(setPay(changedSettings(grouped, { amount: '90071992547409.91' }))).toBeUndefined()
  expect(setPay(single)).toBeUndefined()
})
