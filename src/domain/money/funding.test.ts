import { expect, test } from 'vitest'
import { fundingRefusal } from './funding.ts'

const asked = { status: 'ASKED', askedBy: 1 } as const
const person = (id: number, ...names: string[]) => ({ id, permissions: new Set(names) })

test('another person confirms, the requester only takes back, each with the right', () => {
  expect(fundingRefusal('CONFIRMED', asked, person(2, 'payments.fund'))).toBeUndefined()
  expect(fundingRefusal('CONFIRMED', asked, person(1, 'payments.fund'))).toBe('FUNDING_OWN')
  expect(fundingRefusal('REFUSED', asked, person(1, 'payments.fund'))).toBeUndefined()
  expect(fundingRefusal('REFUSED', asked, person(2, 'payments.authorize'))).toBe('FORBIDDEN')
})

test('a request is decided once', () => {
  for (const status of ['CONFIRMED', 'REFUSED'] as const)
    expect(fundingRefusal('CONFIRMED', { ...asked, status }, person(2, 'payments.fund'))).toBe('FUNDING_DECIDED')
})
