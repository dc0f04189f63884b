import { expect, test } from 'vitest'
import { columnsOf, looksOf, otherWords, withLook } from './appearances.ts'

test('words look as they do where they fit the type; all others are kept', () => {
  const question = { type: 'SINGLE', appearance: 'w2 Columns-3 numbers' } as const
  expect([...looksOf(question)]).toEqual(['columns'])
  expect(columnsOf(question)).toBe(3)
  expect(otherWords(question)).toEqual(['w2', 'numbers'])
  expect([...looksOf({ ...question, type: 'TEXT' })]).toEqual(['numbers'])
})

test('another look takes the place of those before and leaves the words of others', () => {
  const question = { type: 'SINGLE', appearance: 'w2 minimal' } as const
  expect(withLook(question, 'likert')).toBe('likert w2')
  expect(withLook(question, undefined)).toBe('w2')
  expect(withLook({ type: 'SINGLE', appearance: 'minimal' }, undefined)).toBe(null)
})
