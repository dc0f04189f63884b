import { expect, test } from 'vitest'
import { phonesFrom } from './phones.ts'

test('phone numbers count upward without those that the simulator fails on purpose', () => {
  expect(phonesFrom('+258840009898', 3)).toEqual(['+258840009898', '+258840009899', '+258840010000'])
})

test.each(['258840000000', '+0840000000', '+25884', 'many'])('%s is no number to begin with', (first) => {
  expect(() => phonesFrom(first, 1)).toThrow('--phones takes a number such as +258840000000')
})
