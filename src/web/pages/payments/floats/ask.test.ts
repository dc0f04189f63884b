import { expect, test } from 'vitest'
import { emptyAsk, missingOf, plain, requestOf } from './ask.ts'

test.each([
  ['2500', '2500'],
  ['2,500.00', '2500.00'],
  ['2.500,00', '2500.00'],
  ['1 250 000,5', '1250000.5'],
  ['1,250', '1250'],
])('the amount %j is sent as %j', (typed, sent) => {
  expect(plain(typed)).toBe(sent)
})

test('an empty form names each missing field, and a file takes the place of the note', () => {
  const ask = { ...emptyAsk, currency: 'MZN' }
  expect(missingOf(ask, false)).toEqual(['amount', 'reference', 'day', 'note'])
  expect(missingOf({ ...ask, kind: 'TRANSFER' }, true)).toEqual([
    'amount',
    'reference',
    'day',
    'otherAmount',
    'otherCurrency',
  ])
})

test('each kind sends its own sides', () => {
  const ask = { ...emptyAsk, amount: '5', currency: 'MZN', otherAmount: '6', otherCurrency: 'USD', reference: ' r ' }
  const [own, other] = [
    { amount: '5', currency: 'MZN' },
    { amount: '6', currency: 'USD' },
  ]
  expect(requestOf(ask)).toMatchObject({ from: null, into: own, reference: 'r', note: null })
  expect(requestOf({ ...ask, kind: 'WITHDRAWAL' })).toMatchObject({ from: own, into: null })
  expect(requestOf({ ...ask, kind: 'TRANSFER' })).toMatchObject({ from: own, into: other })
})
