import { expect, test } from 'vitest'
import { cursorFrom, newerPage, olderPage, sentFilters } from './log-query.ts'

const at = (page: number, pageSize = 10) => ({
  page,
  pageSize,
  sort: undefined,
  q: '',
  filters: {},
  modal: undefined,
})

test("a day runs from its first to its last microsecond on the user's clock", () => {
  const { from, to } = sentFilters(new URLSearchParams('from=2026-03-01&to=2026-03-01'))
  expect(new Date(from)).toEqual(new Date(2026, 2, 1))
  expect(to).toMatch(/\.999999Z$/)
  expect(new Date(to).getTime() + 1).toBe(new Date(2026, 2, 2).getTime())
})

test('a moment is asked for as it is', () => {
  const moment = '2026-03-01T12:00:00Z'
  expect(sentFilters(new URLSearchParams(`from=${moment}&to=${moment}`))).toMatchObject({ from: moment, to: moment })
})

test('a day or a cursor that makes no sense counts as not said', () => {
  const search = new URLSearchParams('from=yesterday&to=2026-13-45&cursor=1%27--')
  expect(sentFilters(search)).toEqual({ from: '', to: '', cursor: '' })
  expect(sentFilters(new URLSearchParams('from=2026-02-30')).from).toBe('')
  expect(sentFilters(new URLSearchParams('cursor=17_4')).cursor).toBe('17_4')
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

test('without a trail the page before goes by number, or is the newest if uncounted', () => {
  expect(newerPage(at(3), '40_4', [])?.words).toEqual({ page: 2, cursor: undefined })
  expect(newerPage(at(1002), '40_4', [])?.words).toEqual({ page: undefined, cursor: undefined })
  expect(newerPage(at(1), '40_4', [])?.words).toEqual({ page: undefined, cursor: undefined })
})

test('the page of the newest row begins with that row', () => {
  expect(cursorFrom({ at: '1970-01-01T00:00:01.234Z' })).toBe('1235000_0')
})
