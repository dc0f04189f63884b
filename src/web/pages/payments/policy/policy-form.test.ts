import { expect, test } from 'vitest'
import { draftOf, isReady, limitsOf, settled, withRow } from './policy-form.ts'

const limit = { kind: 'RUN', role: 'PAYER', amount: '500.00', amountMinor: 50_000, currency: 'MZN' } as const

test('limits come back from the form as they went in', () => {
  expect(limitsOf(draftOf([limit]))).toEqual([{ kind: 'RUN', role: 'PAYER', amount: '500.00', currency: 'MZN' }])
})

test('a new row has the currency of the last one and waits for its amount', () => {
  const [, added] = withRow(draftOf([limit]))
  expect(added).toMatchObject({ key: 1, currency: 'MZN', amount: '' })
  expect(added && isReady(added)).toBe(false)
  expect(added && isReady({ ...added, amount: '7.5' })).toBe(true)
})

test('a limit per phone is the same for each role', () => {
  const [row] = draftOf([limit])
  expect(row && settled({ ...row, kind: 'PHONE_DAY' }).role).toBe('')
})
