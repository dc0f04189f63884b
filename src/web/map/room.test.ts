import { expect, test } from 'vitest'
import { namesWithRoom } from './room.ts'

const mark = (x: number, y: number, nameWidth = 80) => ({ x, y, size: 24, nameWidth })

test('a name is shown where it covers no mark and no name', () => {
  expect(namesWithRoom([mark(0, 0), mark(0, 100)], 500)).toEqual([true, true])
  // The second mark is in the first one's name; its own has room.
  expect(namesWithRoom([mark(0, 0), mark(50, 0)], 500)).toEqual([false, true])
  // The names lie over each other, the marks do not.
  expect(namesWithRoom([mark(0, 0), mark(10, 19)], 500)).toEqual([false, true])
  expect(namesWithRoom([mark(0, 0), mark(-40, 20)], 500)).toEqual([true, false])
  expect(namesWithRoom([mark(0, 0, 0)], 500)).toEqual([false])
  expect(namesWithRoom([mark(450, 0), mark(400, 50)], 500)).toEqual([false, true])
})
