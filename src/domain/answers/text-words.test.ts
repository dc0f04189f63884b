/** Which words of free texts are worth a line. */
import { expect, test } from 'vitest'
import { isTelling } from './text-words.ts'

test.each([
  ['water', true],
  ['água', true],
  ['水井', true],
  ['the', false],
  ['não', false],
  ['我们', false],
  ['x', false],
])('%s tells something: %s', (word, tells) => expect(isTelling(word)).toBe(tells))

test('two signs of Chinese that are no word together are left out', () => {
  expect(['有水', '家没', '水井太远'].filter(isTelling)).toEqual([])
})
