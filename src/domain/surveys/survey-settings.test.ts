import { describe, expect, test } from 'vitest'
import {
  amountMinorOf,
  changedSettings,
  formSettings,
  newSurvey,
  type SettingsChanges,
  settingsProblems,
} from './survey-settings.ts'

const formProblems = (fields: SettingsChanges) => settingsProblems(formSettings(fields))
const paid = { ...newSurvey, surveyType: 'PAID' as const, amount: '500.00' }

test('a form is held to the same, but for the count of a group that was left', () => {
  const days = { startsAt: '2026-02-02T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }
  expect(formProblems({ ...days, surveyType: 'PAID' })).toEqual([
    { path: 'amount', code: 'AMOUNT_NEEDED' },
    { path: 'endsAt', code: 'END_BEFORE_START' },
  ])
  expect(formProblems({ paymentAggregation: 'INDIVIDUAL', aggregationCount: 3 })).toEqual([])
  expect(formProblems({ paymentAggregation: 'GROUPED', aggregationCount: 3 })).toEqual([])
  expect(formProblems({ paymentAggregation: 'GROUPED', aggregationCount: 1 })).toHaveLength(1)
})

describe('settings are refused when', () => {
  test.each<[string, SettingsChanges, { path: string; code: string; limit?: number | string }]>([
    ['a paid survey has no amount', { amount: null }, { path: 'amount', code: 'AMOUNT_NEEDED' }],
    ['a paid survey pays nothing', { amount: '0.00' }, { path: 'amount', code: 'AMOUNT_NEEDED' }],
    ['the currency has fewer digits', { amount: '1.005' }, { path: 'amount', code: 'CURRENCY_DIGITS', limit: 2 }],
    ['an amount is a word', { amount: 'ten' }, { path: 'amount', code: 'NOT_AN_AMOUNT', limit: '1250.00' }],
    ['it is below 0', { amount: '-5', currency: 'UGX' }, { path: 'amount', code: 'NOT_AN_AMOUNT', limit: '1250' }],
    ['it has none at all', { amount: 1.5, currency: 'UGX' }, { path: 'amount', code: 'CURRENCY_DIGITS', limit: 0 }],
    [
      'a group has one member',
      { paymentAggregation: 'GROUPED' },
      { path: 'aggregationCount', code: 'TOO_SMALL', limit: 2 },
    ],
    ['single ones are counted', { aggregationCount: 2 }, { path: 'aggregationCount', code: 'TOO_BIG', limit: 1 }],
    [
      'it ends before it starts',
      { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' },
      { path: 'endsAt', code: 'END_BEFORE_START' },
    ],
  ])('%s', (_, changes, problem) => {
    expect(settingsProblems(changedSettings(paid, changes))).toEqual([problem])
  })
})

test('everything that is wrong is said at once', () => {
  const wrong = changedSettings(paid, { amount: null, aggregationCount: 5, startsAt: '2026-02-01T00:00:00Z' })
  const found = settingsProblems({ ...wrong, endsAt: '2026-01-01T00:00:00Z' })
  expect(found.map((problem) => problem.path)).toEqual(['amount', 'aggregationCount', 'endsAt'])
})

test('a new survey is free, single and without a problem', () => {
  expect(settingsProblems(newSurvey)).toEqual([])
})

test('an amount of 0 is none, which a free survey may have', () => {
  const free = changedSettings(paid, { surveyType: 'FREE', amount: 0 })
  expect([amountMinorOf(free), settingsProblems(free)]).toEqual([null, []])
})

test('another currency keeps the amount, not its minor units', () => {
  expect(amountMinorOf(paid)).toBe(50_000)
  expect(amountMinorOf(changedSettings(paid, { currency: 'UGX' }))).toBe(500)
  expect(amountMinorOf(changedSettings(paid, { currency: 'TND' }))).toBe(500_000)
})

test('what a change does not name stays, null clears', () => {
  const dated = { ...paid, startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }
  expect(changedSettings(dated, {})).toEqual(dated)
  expect(changedSettings(dated, { endsAt: null })).toEqual({ ...dated, endsAt: null })
})

test('going back to single payments sets the count back', () => {
  const grouped = changedSettings(paid, { paymentAggregation: 'GROUPED', aggregationCount: 3 })
  expect(settingsProblems(grouped)).toEqual([])
  expect(changedSettings(grouped, { paymentAggregation: 'INDIVIDUAL' }).aggregationCount).toBe(1)
})
