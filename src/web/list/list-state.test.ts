import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { filterWords } from '#contract/filters.ts'
import { failedTitle, lastPage, nextSort, pagesShown, readListState, withWords } from './list-state.ts'

const call = { query: z.strictObject({ status: z.optional(z.string().check(z.regex(/^\d$/))) }) }
const words = { sort: ['title', 'updatedAt'], filters: ['status'], call, defaults: { status: '2' } }
const read = (search: string) => readListState(new URLSearchParams(search), words)

test('an empty URL is page 1 of 10 with the default filters', () => {
  expect(read('')).toEqual({
    page: 1,
    pageSize: 10,
    sort: undefined,
    q: '',
    filters: { status: '2' },
    unread: {},
    modal: undefined,
  })
})

test('every word of the URL is read', () => {
  const search = 'page=3&pageSize=50&sort=-updatedAt&q=ana&status=4&modal=update&id=7'
  expect(read(search)).toEqual({
    page: 3,
    pageSize: 50,
    sort: '-updatedAt',
    q: 'ana',
    filters: { status: '4' },
    unread: {},
    modal: { type: 'update', id: '7' },
  })
})

test('words that make no sense count as not said', () => {
  const state = read('page=0&pageSize=1000&sort=password&modal=update')
  expect(state).toMatchObject({ page: 1, pageSize: 10, sort: undefined, modal: undefined })
  expect(read('page=1e3&pageSize=-5')).toMatchObject({ page: 1, pageSize: 10 })
})

test('setting words keeps the others and takes out defaults', () => {
  const search = new URLSearchParams('page=3&q=ana&other=1')
  expect(withWords(search, { page: 1, sort: 'title' }).toString()).toBe('q=ana&other=1&sort=title')
  expect(withWords(search, { q: undefined, pageSize: 20 }).toString()).toBe('page=3&other=1&pageSize=20')
})

test('a heading sorts up, then down, then not at all', () => {
  expect(nextSort(undefined, 'title')).toBe('title')
  expect(nextSort('title', 'title')).toBe('-title')
  expect(nextSort('-title', 'title')).toBeUndefined()
  expect(nextSort('-title', 'category')).toBe('category')
})

test('the last page of nothing is page 1', () => {
  expect([0, 1, 10, 11, 43].map((total) => lastPage(total, 10))).toEqual([1, 1, 1, 2, 5])
})

test('of many pages the first, the last and near ones are offered', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(1, 100_000)).toEqual([1, 2, 3, undefined, 100_000])
  expect(pagesShown(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(pagesShown(50, 99)).toEqual([1, undefined, 48, 49, 50, 51, 52, undefined, 99])
})

test('a filter of a wrong form counts as not said and is named, the others stand', () => {
  const kinds = { createdAt: { kind: 'day' }, status: { kind: 'oneOf', values: ['ACTIVE'] } } as const
  const query = z.strictObject(filterWords(kinds))
  const list = { sort: ['title'], filters: Object.keys(kinds), call: { query }, defaults: {} }
  const from = (search: string) => readListState(new URLSearchParams(search), list)
  const { filters, unread } = from('createdAt=2026-02-30&status=ACTIVE&title=x&sort=-nosuch')
  expect(filters).toEqual({ status: 'ACTIVE' })
  expect(unread).toEqual({ createdAt: '2026-02-30', sort: '-nosuch' })
  expect(from('createdAt=&sort=-title&status=~').unread).toEqual({})
})

test("a page's own filter of a wrong form is named, and its default is used instead", () => {
  expect(read('status=done')).toMatchObject({ filters: { status: '2' }, unread: { status: 'done' } })
  expect(read('status=')).toMatchObject({ filters: {}, unread: {} })
})

test('a word that is longer than a search takes is searched by its beginning', () => {
  expect(read(`q=${'x'.repeat(300)}`).q).toBe('x'.repeat(200))
  expect(encodeURIComponent(read(`q=${encodeURIComponent(`${'x'.repeat(199)}😀`)}`).q)).not.toBe('')
})

test('a list that failed while something was searched for says that the search failed', () => {
  expect(failedTitle(read('q=ana'))).toBe('list.searchFailed')
  expect(failedTitle(read('status=ACTIVE'))).toBe('list.failed')
})
