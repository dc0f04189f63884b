import { expect, test } from 'vitest'
import { inOrder, positionsAfterMove } from './positions.ts'

const a = { id: 11, position: 3 }
const b = { id: 12, position: 7 }
const c = { id: 13, position: 9 }

test('siblings stand by position, equal ones by id', () => {
  expect(inOrder([c, { id: 9, position: 3 }, a]).map(({ id }) => id)).toEqual([9, 11, 13])
})

test('a move between distinct positions swaps two of them', () => {
  expect(positionsAfterMove([a, b, c], 2, -1)).toEqual([
    { id: 13, position: 7 },
    { id: 12, position: 9 },
  ])
})

test('equal positions are told apart by a move', () => {
  const tied = [a, { ...b, position: 3 }, { ...c, position: 3 }]
  const changes = new Map(positionsAfterMove(tied, 0, 1).map(({ id, position }) => [id, position]))
  const moved = tied.map((row) => ({ ...row, position: changes.get(row.id) ?? row.position }))
  expect(inOrder(moved).map(({ id }) => id)).toEqual([12, 11, 13])
})

test('nothing moves beyond the first and the last place', () => {
  expect(positionsAfterMove([a, b], 0, -1)).toEqual([])
  expect(positionsAfterMove([a, b], 1, 1)).toEqual([])
})
