import { expect, test } from 'vitest'
import { type Filter, readWord } from '#contract/filters.ts'
import { isWord, wordFor } from './filter-state.ts'

const text: Filter = { kind: 'text' }

test.each([
  [text, 'water'],
  [text, '=Water'],
  [text, '~'],
  [{ kind: 'oneOf', values: ['ACTIVE', 'INACTIVE'] }, 'ACTIVE,INACTIVE'],
  [{ kind: 'number' }, '3..7'],
  [{ kind: 'number' }, '5'],
  [{ kind: 'day' }, '2026-01-01..'],
  [{ kind: 'day' }, '..2026-01-31'],
  [{ kind: 'yesNo' }, 'true'],
  [{ kind: 'record', of: 'companies' }, '4,9'],
  [{ kind: 'unit' }, '!~'],
] as const)('what %o reads from %s is written as the same word', (filter, word) => {
  expect(isWord(filter, word)).toBe(true)
  expect(wordFor(readWord(filter, word))).toBe(word)
})

test('what asks for nothing is no word', () => {
  expect(wordFor({ for: 'containing', text: '' })).toBeUndefined()
  expect(wordFor({ for: 'equal', text: '' })).toBeUndefined()
  expect(wordFor({ for: 'among', values: [] })).toBeUndefined()
  expect(wordFor({ for: 'between', from: undefined, to: undefined })).toBeUndefined()
})

test('a text that looks like a sign of the filter language is searched as it is', () => {
  for (const sign of ['~', '!~', '=a']) {
    const word = wordFor({ for: 'containing', text: sign }) ?? ''
    expect(readWord(text, word)).toEqual({ for: 'equal', text: sign })
  }
})

test('a range that ends before it begins is no word', () => {
  expect(isWord({ kind: 'day' }, '2026-02-01..2026-01-01')).toBe(false)
  expect(isWord({ kind: 'number', min: 0 }, '-1')).toBe(false)
})
