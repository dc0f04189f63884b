import { expect, test } from 'vitest'
import { nearestOf } from './nearest.ts'

test('a misspelt word finds the nearest known one, and a foreign word finds none', () => {
  const known = ['title', 'titles', 'siteId', 'status', 'PUBLISHED']
  const found = ['titel', 'Title', 'siteid', 'stauts', 'Publishd', 'colour', 'x', ''].map((word) =>
    nearestOf(word, known),
  )
  expect(found).toEqual(['title', 'title', 'siteId', 'status', 'PUBLISHED', undefined, undefined, undefined])
})
