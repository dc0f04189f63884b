import { expect, test } from 'vitest'
import { shadeClass, stepsOf } from './shades.ts'

test('values fall into steps of about as many areas, the fullest colour for the most', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 900]
  const steps = stepsOf(values)
  expect(steps).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 4 },
    { from: 5, to: 6 },
    { from: 7, to: 8 },
    { from: 9, to: 900 },
  ])
  expect([1, 4, 900].map((value) => shadeClass(steps, value))).toEqual(['map-shade-1', 'map-shade-2', 'map-shade-5'])
})

test('equal values are one step, and no value is none', () => {
  expect(stepsOf([7, 7, 7])).toEqual([{ from: 7, to: 7 }])
  expect(shadeClass(stepsOf([7, 7]), 7)).toBe('map-shade-5')
  expect(stepsOf([])).toEqual([])
})
