import { expect, test } from 'vitest'
import { orderFaults, orderProblems } from './order.ts'

test('an order of all rows has no problem, whatever the order', () => {
  expect(orderProblems('ids', [3, 1, 2], [1, 2, 3])).toEqual([])
  expect(orderProblems('ids', [], [])).toEqual([])
})

test('an order names every id that is missing, doubled or foreign', () => {
  const [ids, known] = [
    [2, 9, 2, 2],
    [1, 2, 3],
  ]
  expect(orderFaults(ids ?? [], known ?? [])).toEqual({ missing: [1, 3], doubled: [2], foreign: [9] })
  expect(orderProblems('ids', ids ?? [], known ?? [])).toEqual([
    { path: 'ids', code: 'LEFT_OUT', limit: '1, 3' },
    { path: 'ids[1]', code: 'UNKNOWN_REFERENCE' },
    { path: 'ids[2]', code: 'DUPLICATE' },
    { path: 'ids[3]', code: 'DUPLICATE' },
  ])
})
