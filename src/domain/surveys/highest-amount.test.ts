import { expect, test } from 'vitest'
import { highestAmount, highestProblems } from './highest-amount.ts'
import { changedSettings, newSurvey } from './survey-settings.ts'

const highest = { MZN: 50_000 }
const paid = changedSettings(newSurvey, { surveyType: 'PAID', amount: '500.00' })

test('a currency that is not named has the default in its own minor units', () => {
  expect(['MZN', 'UGX'].map((currency) => highestAmount(currency, highest))).toEqual([50_000, 10_000_000])
  expect(highestAmount('MZN', {})).toBe(10_000_000)
})

test('the highest amount is taken, and one unit more is refused', () => {
  expect(highestProblems(paid, highest)).toEqual([])
  expect(highestProblems({ ...paid, amount: '500.01' }, highest)).toEqual([
    { path: 'amount', code: 'AMOUNT_TOO_HIGH', limit: 'MZN 500.00' },
  ])
  expect(highestProblems({ ...paid, amount: '9007199254740991', currency: 'UGX' }, highest)).toEqual([
    { path: 'amount', code: 'AMOUNT_TOO_HIGH', limit: 'UGX 10000000' },
  ])
})

test('a group is paid at once, so its sum must not be higher either', () => {
  const grouped = changedSettings(paid, { amount: '50', paymentAggregation: 'GROUPED', aggregationCount: 10 })
  expect(highestProblems(grouped, highest)).toEqual([])
  expect(highestProblems({ ...grouped, aggregationCount: 11 }, highest)).toHaveLength(1)
})

test('no amount, or none that fits the currency, is not too high', () => {
  expect(highestProblems(newSurvey, highest)).toEqual([])
  expect(highestProblems({ ...paid, amount: '900.005' }, highest)).toEqual([])
})
