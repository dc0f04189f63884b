import { expect, test } from 'vitest'
import { isOf, partsOf } from './link-name.ts'

test.each([
  ['s1', { encodedId: 's1' }],
  ['s1#secret_-', { encodedId: 's1', token: 'secret_-' }],
  ['s1@p7', { encodedId: 's1', collector: '@p7' }],
  ['s1@t7/12', { encodedId: 's1', collector: '@t7', returned: 12 }],
])('the name %s of a link tells its parts', (link, parts) => {
  expect(partsOf(link)).toEqual(parts)
})

test('a collector has all of their own links, and of no other collector', () => {
  expect(['s1@p7', 's2@p7/12'].map((link) => isOf(link, '@p7'))).toEqual([true, true])
  expect(['s1@p77', 's1@t7', 's1', 's1#p7'].map((link) => isOf(link, '@p7'))).toEqual([false, false, false, false])
  expect(isOf('s1@p7/12', 's1@p7')).toBe(false)
})
