import { expect, test } from 'vitest'
import { cursorFrom, cursorOf, newerPage, olderPage } from './log-query.ts'

const at = (page: number, pageSize = 10) => ({
  page,
  pageSize,
  sort: undefined,
  q: '',
  filters: {},
  unread: {},
  modal: undefined,
})

test('a cursor that makes no sense counts as not said', () => {
  expect(cursorOf(new URLSearchParams('cursor=1%27--'))).toBe('')
  expect(cursorOf(new URLSearchParams(''))).toBe('')
  expect(cursorOf(new URLSearchParams('cursor=17_4'))).toBe('17_4')
})

test('the pages lead there and back again', () => {
  const second = olderPage(at(1), '', [], '50_5')
  expect(second).toEqual({ words: { page: 2, cursor: '50_5' }, trail: [''] })
  const third = olderPage(at(2), '50_5', second.trail, '40_4')
  expect(third).toEqual({ words: { page: 3, cursor: '40_4' }, trail: ['', '50_5'] })
  expect(newerPage(at(3), '40_4', third.trail)).toEqual({ words: { page: 2, cursor: '50_5' }, trail: [''] })
  expect(newerPage(at(2), '50_5', second.trail)).toEqual({ words: { page: 1, cursor: undefined }, trail: [] })
  expect(newerPage(at(1), '', [])).toBeUndefined()
})

test('the page before goes by its number without a trail, or is the newest, uncounted', () => {
  expect(newerPage(at(3), '40_4', [])?.words).toEqual({ page: 2, cursor: undefined })
  expect(newerPage(at(1002), '40_4', [])?.words).toEqual({ page: undefined, cursor: undefined })
  expect(newerPage(at(1), '40_4', [])?.words).toEqual({ page: undefined, cursor: undefined })
})

test('the page of the newest row begins with that row', () => {
  expect(cursorFrom({ at: '1970-01-01T00:00:01.234Z' })).toBe('1235000_0')
})
