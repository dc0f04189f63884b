import { expect, test } from 'vitest'
import { askPath } from '../ask-path.ts'
import { askOf, emptyAsk, missingOf, requestOf } from './ask.ts'

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

function filled(change: number, more: Partial<Parameters<typeof askPath>[1]> = {}) {
  const path = askPath({ provider: 'mpesa', currency: 'MZN', change }, { day: '2026-11-28', ...more })
  return askOf(new URL(path, 'http://house').searchParams)
}

test('a difference of a statement fills in the request that books it', () => {
  expect(filled(25_000_000, { kind: 'TOPUP', reference: 'R&1' })).toEqual({
    ...emptyAsk,
    kind: 'TOPUP',
    provider: 'mpesa',
    currency: 'MZN',
    amount: '250000.00',
    reference: 'R&1',
    day: '2026-11-28',
  })
  expect(filled(-5)).toMatchObject({ kind: 'SHORTAGE', amount: '0.05', reference: '' })
})
