import { expect, test } from 'vitest'
import { areaOf, lengthOf, pointsOf } from './lines.ts'

test('a line is read as collecting apps and people write it', () => {
  const points = [
    { latitude: -19.5, longitude: 34.75, accuracy: 8 },
    { latitude: -19.6, longitude: 34.75, accuracy: undefined },
  ]
  expect(pointsOf('-19.5 34.75 12.4 8;-19.6 34.75')).toEqual(points)
  expect(pointsOf(' -19.5 34.75 0 8.0; -19.6  34.75; ')).toEqual(points)
})

test.each(['', ';', '1 2; 3', '1 2 3 4 5; 1 2', 'a b; 1 2', '-19,1 33,5; 1 2', '1 2;; 3 4'])(
  'a line with a point that cannot be read has no points: %j',
  (line) => expect(pointsOf(line)).toEqual([]),
)

test('the length of a line is that of its steps together', () => {
  expect(lengthOf(pointsOf('0 1; 0 2; 0 1'))).toBe(222_637.69)
  expect(lengthOf(pointsOf('0 1'))).toBe(0)
})

test('the area of a line is what it goes around, closed or not, either way', () => {
  const open = areaOf(pointsOf('0 0; 0 0.001; 0.001 0.001; 0.001 0'))
  expect(open).toBeCloseTo(111.32 ** 2, -2)
  expect(areaOf(pointsOf('0 0; 0.001 0; 0.001 0.001; 0 0.001; 0 0'))).toBe(open)
  expect(areaOf([])).toBe(0)
})
