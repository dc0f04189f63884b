import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'

test('only what differs is named, also deep inside, and lists count as a whole', () => {
  const before = { title: 'A', tags: ['x', 'y'], place: { lat: 1, lon: 2 }, note: null, version: 1, updatedAt: 'then' }
  const after = { title: 'B', tags: ['x'], place: { lat: 1, lon: 3 }, version: 2, updatedAt: 'now' }
  expect(changesBetween(before, after)).toEqual([
    { field: 'title', before: 'A', after: 'B' },
    { field: 'tags', before: ['x', 'y'], after: ['x'] },
    { field: 'place.lon', before: 2, after: 3 },
  ])
})

test('what was created has no before, what was deleted no after', () => {
  expect(changesBetween(null, { title: 'A', note: null })).toEqual([{ field: 'title', before: null, after: 'A' }])
  expect(changesBetween({ title: 'A' }, undefined)).toEqual([{ field: 'title', before: 'A', after: null }])
  expect(changesBetween(null, null)).toEqual([])
})
