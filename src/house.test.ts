/** The house stays as small as it is: `npm run house` prints the figures. */
import { expect, test } from 'vitest'
import { houseFigures } from '../scripts/house.ts'

const house = houseFigures()

test('no source file is longer than 400 lines', () => {
  expect(house.longest.filter(({ lines }) => lines > 400)).toEqual([])
})

test('the database is told in 4,522 lines of SQL, each function once', () => {
  expect(house.definedTwice).toEqual([])
  expect(house.sqlLines).toBeLessThanOrEqual(4522)
})

test('a question type is named in 12 files at most', () => {
  expect(house.filesOfBarcode.slice(12)).toEqual([])
})
