import { expect, test } from 'vitest'
import { barsOfDays, binsOf } from './insight.ts'

test('a histogram has all its bins, also those without an answer', () => {
  const counts = new Map([
    [0, 3],
    [11, 2],
  ])
  const bins = binsOf({ low: 0, high: 24, width: 2 }, 'ANY', counts)
  expect(bins).toHaveLength(12)
  expect([bins[0], bins[5], bins[11]]).toEqual([
    { from: 0, to: 2, n: 3 },
    { from: 10, to: 12, n: 0 },
    { from: 22, to: 24, n: 2 },
  ])
  expect(binsOf({ low: 7, high: 7, width: 1 }, 'WHOLE', new Map([[0, 4]]))).toEqual([{ from: 7, to: 7, n: 4 }])
})

test('bins of whole numbers hold whole numbers', () => {
  const bins = binsOf({ low: 1, high: 30, width: 3 }, 'WHOLE', new Map())
  expect(bins.map(({ from, to }) => `${from}-${to}`).slice(0, 3)).toEqual(['1-3', '4-6', '7-9'])
  expect(bins).toHaveLength(10)
})

test('days without responses have a bar, and many days share one', () => {
  const days = [
    { day: '2024-02-28', n: 2 },
    { day: '2024-03-01', n: 1 },
  ]
  expect(barsOfDays(days).map(({ day, n }) => `${day} ${n}`)).toEqual(['2024-02-28 2', '2024-02-29 0', '2024-03-01 1'])
  expect(barsOfDays(days, 2)).toEqual([
    { day: '2024-02-28', n: 2 },
    { day: '2024-03-01', n: 1 },
  ])
  expect(barsOfDays([])).toEqual([])
})
