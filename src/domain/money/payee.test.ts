import { expect, test } from 'vitest'
import { payeeOf } from './payee.ts'

const participant = { name: 'Ana' }

test('the payee is the recipient a person entered, or the participant of the phone', () => {
  expect(payeeOf({ participant, recipientName: null })).toBe('Ana')
  expect(payeeOf({ participant: null, recipientName: 'Eva' })).toBe('Eva')
  expect(payeeOf({ participant, recipientName: 'Ana' })).toBe('Ana')
  expect(payeeOf({ participant, recipientName: 'Eva' })).toBe('Eva (Ana)')
})

test('a payee without a name is not called by a masked phone', () => {
  const nameless = { name: '+258•••••••21' }
  expect(payeeOf({ participant: nameless })).toBeUndefined()
  expect(payeeOf({ participant: nameless, recipientName: 'Eva' })).toBe('Eva')
})
