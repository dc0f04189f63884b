import { expect, test } from 'vitest'
import { keepContent, knownContent } from './version-store.ts'

const jsonOf = (title: string) => JSON.stringify({ sections: [{ id: 1, title, position: 1, questions: [] }] })

test('a content is one object for all callers, who cannot change it', () => {
  const content = keepContent('one', jsonOf('One'))
  expect(keepContent('one', jsonOf('One'))).toBe(content)
  expect(knownContent('one')).toBe(content)
  expect(() => content.sections.push(...content.sections)).toThrow(TypeError)
})

test('contents that were asked for longest ago make room for others', () => {
  const large = 'x'.repeat(1_500_000)
  for (const checksum of ['a', 'b']) keepContent(checksum, jsonOf(large))
  knownContent('a')
  keepContent('c', jsonOf(large))
  expect(['a', 'b', 'c'].map((checksum) => knownContent(checksum) !== undefined)).toEqual([true, false, true])
})
