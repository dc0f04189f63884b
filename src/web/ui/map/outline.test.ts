import { expect, test } from 'vitest'
import { outlineLines } from './outline.ts'

test('no line runs across the world', () => {
  for (const line of outlineLines())
    for (const [index, [, longitude]] of line.entries())
      expect(Math.abs(longitude - (line[index - 1]?.[1] ?? longitude))).toBeLessThan(90)
})

test('the outline is of this world, and knows the coast of Mozambique', () => {
  const places = outlineLines().flat()
  expect(places.every(([latitude, longitude]) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180.01)).toBe(true)
  const near = places.filter(([latitude, longitude]) => Math.hypot(latitude + 19.84, longitude - 34.87) < 0.5)
  expect(near.length).toBeGreaterThan(1)
})
