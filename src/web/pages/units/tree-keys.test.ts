import { expect, test } from 'vitest'
import { moveBy, rowByLetter, type TreeRow } from './tree-keys.ts'

const rows: TreeRow[] = [
  { level: 1, state: 'open' },
  { level: 2, state: 'closed' },
  { level: 2, state: 'open' },
  { level: 3, state: 'leaf' },
  { level: 1, state: 'open' },
]

test('Right opens a row, then leads into it; Left closes it, then leads out of it', () => {
  expect(moveBy('ArrowRight', rows, 1)).toEqual({ turn: 'open' })
  expect(moveBy('ArrowRight', rows, 2)).toEqual({ to: 3 })
  expect(moveBy('ArrowRight', rows, 3)).toBeUndefined()
  expect(moveBy('ArrowLeft', rows, 2)).toEqual({ turn: 'closed' })
  expect(moveBy('ArrowLeft', rows, 3)).toEqual({ to: 2 })
  expect(moveBy('ArrowLeft', [{ level: 1, state: 'leaf' }], 0)).toBeUndefined()
})

test('Right does not leave an open row whose units have not come', () => {
  expect(moveBy('ArrowRight', rows, 4)).toBeUndefined()
})

test('Up and Down go through the rows shown, Home and End to the first and the last', () => {
  expect(moveBy('ArrowDown', rows, 0)).toEqual({ to: 1 })
  expect(moveBy('ArrowDown', rows, 4)).toBeUndefined()
  expect(moveBy('ArrowUp', rows, 0)).toBeUndefined()
  expect([moveBy('Home', rows, 3), moveBy('End', rows, 0)]).toEqual([{ to: 0 }, { to: 4 }])
})

test('A letter leads to the next row that begins with it, from the last to the first', () => {
  const names = ['Cabo Delgado', 'Gaza', 'Inhambane', 'Gorongosa']
  expect([rowByLetter('g', names, 0), rowByLetter('g', names, 1), rowByLetter('g', names, 3)]).toEqual([1, 3, 1])
  expect(rowByLetter('x', names, 0)).toBeUndefined()
})
