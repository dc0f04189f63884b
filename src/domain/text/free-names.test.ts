import { expect, test } from 'vitest'
import { freeNames } from './free-names.ts'

test('a name that is taken gets the first free number, within its longest', () => {
  const free = freeNames(['Age'], { longest: 5 })
  expect(['age', 'age', 'village', 'VILLAGE'].map(free)).toEqual(['age_2', 'age_3', 'villa', 'VIL_2'])
})

test('capitals tell names apart where the reader of a file does', () => {
  const free = freeNames(['Age'], { byCase: true })
  expect(['age', 'Age'].map(free)).toEqual(['age', 'Age_2'])
})
