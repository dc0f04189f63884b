import { expect, test } from 'vitest'
import { emptyAsk, missingOf, requestOf } from './ask.ts'

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
  const between = requestOf({ ...ask, kind: 'TRANSFER', provider: 'gsma', otherProvider: 'mpesa' })
  expect(between).toMatchObject({ from: { provider: 'gsma' }, into: { provider: 'mpesa' } })
})
