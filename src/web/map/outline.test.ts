import { expect, test } from 'vitest'
import { borderLines, countryNames, landRings, reachOfOutline } from './outline.ts'

const lines = [...landRings(), ...borderLines()]

/** Whether so many rings lie around the place that it is on land. */
function isLand(latitude: number, longitude: number): boolean {
  // A ring may go on beyond the edge of the world.
  const crossed = [longitude, longitude + 360, longitude - 360].flatMap((at) =>
    landRings().flatMap((ring) =>
      ring.filter(([y1, x1], index) => {
        const [y2, x2] = ring[(index + 1) % ring.length] ?? [y1, x1]
        return y1 < latitude !== y2 < latitude && x1 + ((x2 - x1) * (latitude - y1)) / (y2 - y1) > at
      }),
    ),
  )
  return crossed.length % 2 === 1
}

test('no line runs across the world', () => {
  for (const line of lines)
    for (const [index, [, longitude]] of line.entries())
      expect(Math.abs(longitude - (line[index - 1]?.[1] ?? longitude))).toBeLessThan(100)
})

test('the outline is of this world, and knows the coast of Mozambique', () => {
  const places = lines.flat()
  expect(places.every(([latitude, longitude]) => Math.abs(latitude) <= 90 && Math.abs(longitude) < 191)).toBe(true)
  const near = places.filter(([latitude, longitude]) => Math.hypot(latitude + 19.84, longitude - 34.87) < 0.5)
  expect(near.length).toBeGreaterThan(1)
})

test.each([
  ['Chimoio', -19.12, 33.48, true],
  ['Manaus', -3.1, -60.02, true],
  ['Wuhan', 30.59, 114.3, true],
  ['the South Pole', -84, 0, true],
  ['Anadyr, beyond the edge of the world', 65.5, -175, true],
  ['the Channel of Mozambique', -18, 41, false],
  ['the Caspian Sea', 42, 50.5, false],
  ['the Pacific', 0, -140, false],
] as const)('%s is land or not', (_, latitude, longitude, expected) => {
  expect(isLand(latitude, longitude)).toBe(expected)
})

test('the name of a country is on its land', () => {
  const names = countryNames()
  expect(names.map(({ code }) => code)).toEqual(expect.arrayContaining(['MZ', 'BR', 'CN', 'LS']))
  const adrift = names.filter(({ latitude, longitude, width }) => width > 1 && !isLand(latitude, longitude))
  expect(adrift).toEqual([])
})

test('how far the next coast or border is', () => {
  expect(reachOfOutline(-19.84, 34.87)).toBeLessThan(0.2)
  // Nampula is 160 km from the sea.
  expect(reachOfOutline(-15.12, 39.27)).toBeGreaterThan(0.7)
  expect(reachOfOutline(-15.12, 39.27)).toBeLessThan(2)
})
