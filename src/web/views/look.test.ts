import { expect, test } from 'vitest'
import {
  chooserColumns,
  movedTo,
  shownColumns,
  widthLimits,
  withColumns,
  withDensity,
  withRows,
  withWidth,
} from './look.ts'

const all = [
  { key: 'logo', pictorial: true },
  { key: 'title' },
  { key: 'category' },
  { key: 'notes', optional: true },
] as const
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

test('without a look the columns are those of the page, the optional ones left out', () => {
  expect(keys(shownColumns(all, {}))).toEqual(['logo', 'title', 'category'])
  expect(keys(chooserColumns(all, {}))).toEqual(['logo', 'title', 'category', 'notes'])
})

test('a look says which and in which order; columns that are gone count as not said', () => {
  expect(keys(shownColumns(all, { columns: ['notes', 'title', 'gone'] }))).toEqual(['notes', 'title'])
})

test('the column that names the row cannot be lost', () => {
  expect(keys(shownColumns(all, { columns: ['category'] }))).toEqual(['title', 'category'])
})

test('only what differs from the page is kept', () => {
  const look = withColumns({ density: 'compact' }, all, ['title', 'logo'])
  expect(look).toEqual({ density: 'compact', columns: ['title', 'logo'] })
  expect(withColumns(look, all, ['logo', 'title', 'category'])).toEqual({ density: 'compact' })
  expect(withDensity(look, 'comfortable')).toEqual({ columns: ['title', 'logo'] })
  expect(withRows(look, 'cards')).toEqual({ ...look, rows: 'cards' })
  expect(withRows({ ...look, rows: 'cards' }, 'table')).toEqual(look)
})

test('widths stay within reason, and none are kept once the last is given back', () => {
  expect(withWidth({}, 'title', 1)).toEqual({ widths: { title: widthLimits.min } })
  expect(withWidth({ widths: { logo: 90 } }, 'title', 200.4)).toEqual({ widths: { logo: 90, title: 200 } })
  expect(withWidth({ widths: { title: 200 } }, 'title', undefined)).toEqual({})
})

test('a column moves to its place and not past the ends', () => {
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
  expect(movedTo(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
})
