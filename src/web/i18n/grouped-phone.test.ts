import { expect, test } from 'vitest'
import { groupedPhone } from './grouped-phone.ts'

test('a full phone number is grouped, a masked one left alone', () => {
  expect(groupedPhone('+258841234567')).toBe('+258 841 234 567')
  expect(groupedPhone('+14155550100')).toBe('+14 155 550 100')
  expect(groupedPhone('+258•••••••67')).toBe('+258•••••••67')
})
