import { expect, test } from 'vitest'
import { isChanged, viewQuery, viewSearch } from './view-query.ts'

const search = (words: string) => new URLSearchParams(words)

test('a view keeps the filters and the order, not the page nor an open dialog', () => {
  expect(viewQuery(search('page=3&sort=-title&q=ana&modal=update&id=5&saved=2&pageSize=50'))).toBe(
    'pageSize=50&q=ana&sort=-title',
  )
})

test('the order of the words makes no other view, another word does', () => {
  expect(isChanged(search('sort=title&q=a&page=2'), 'q=a&sort=title')).toBe(false)
  expect(isChanged(search('q=a'), 'q=a&sort=title')).toBe(true)
})

test('the address of a view names it', () => {
  expect(viewSearch({ id: 7, query: 'q=a' })).toBe('q=a&saved=7')
})
