import { expect, test } from 'vitest'
import { searchOf, tabOf, tabsFor } from './tabs.ts'

const payer = ['payments.read', 'payments.approve']
const reader = ['payments.read', 'payments.viewPhone']
const at = (search: string) => new URLSearchParams(search)

test('the screen opens with waiting payments for step takers, and with all for readers', () => {
  expect(tabOf(at(''), payer)).toBe('mine')
  expect(tabOf(at(''), reader)).toBe('all')
  expect(tabOf(at('view=mine'), reader)).toBe('mine')
  expect(tabOf(at('view=unknown'), payer)).toBe('mine')
  expect(tabsFor(reader)).toEqual([
    'all',
    'desk',
    'runs',
    'transactions',
    'floats',
    'files',
    'books',
    'month',
    'statements',
    'before',
    'providers',
    'policy',
  ])
})

test('the link of a tab leaves out the defaults of the screen and keeps the survey', () => {
  expect(searchOf('mine', at('surveyId=5&page=3'), payer)).toBe('surveyId=5')
  expect(searchOf('all', at('surveyId=5'), payer)).toBe('view=all&surveyId=5')
  expect(searchOf('all', at('view=all'), reader)).toBe('')
  expect(searchOf('transactions', at('surveyId=5'), reader)).toBe('view=transactions')
})
