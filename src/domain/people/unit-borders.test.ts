import { array, assert, double, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { matchBorders, readBorders } from './unit-borders.ts'

type Area = readonly [properties: object, ...rings: (readonly [number, number])[][]]

function fileOf(areas: readonly Area[]): string {
  const features = areas.map(([properties, ...coordinates]) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}

const square = (x: number, y: number, side = 1): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
]

function areasOf(text: string) {
  const read = readBorders(text)
  if (typeof read === 'string') throw new Error(read)
  return read
}

const placesOf = (shape: readonly (readonly (readonly unknown[])[])[] = []) => shape.flat(2).map(String)

const units = [
  { id: 1, code: 'MZ01', name: 'Sofala' },
  { id: 2, code: 'MZ0101', name: 'Búzi' },
  { id: 3, code: 'MZ0102', name: 'Dondo' },
  { id: 4, code: 'MZ0201', name: 'Dondo' },
]

test('areas go to their units by the code that most of them have', () => {
  const features = areasOf(
    fileOf([
      [{ ADM1_PCODE: 'MZ01', ADM2_PCODE: 'mz0101' }, square(34, -20)],
      [{ ADM1_PCODE: 'MZ01', ADM2_PCODE: 'MZ0102' }, square(35, -20)],
      [{ ADM1_PCODE: 'MZ01', ADM2_PCODE: 'MZ0102' }, square(37, -20)],
      [{ ADM1_PCODE: 'MZ01', ADM2_PCODE: 'MZ0999' }, square(39, -20)],
    ]),
  )
  const { shapes, by, unmatched } = matchBorders(features, units)
  expect(by).toEqual({ property: 'ADM2_PCODE', holds: 'code' })
  expect([...shapes].map(([id, shape]) => [id, shape.length])).toEqual([
    [2, 1],
    [3, 2],
  ])
  expect(unmatched).toEqual(['MZ0999'])
})

test('without codes areas go by name, whatever its accents, if one unit has it', () => {
  const features = areasOf(
    fileOf([
      [{ district: ' BUZI ' }, square(34, -20)],
      [{ district: 'Dondo' }, square(35, -20)],
    ]),
  )
  const { shapes, by, ambiguous } = matchBorders(features, units)
  expect(by).toEqual({ property: 'district', holds: 'name' })
  expect([...shapes.keys()]).toEqual([2])
  expect(ambiguous).toEqual(['Dondo'])
  expect(matchBorders(areasOf(fileOf([[{ x: 1 }, square(1, 1)]])), units).by).toBeUndefined()
})

test.each([
  ['{', 'NOT_GEOJSON'],
  ['null', 'NOT_GEOJSON'],
  ['{"type":"Feature","geometry":null}', 'NOT_GEOJSON'],
  ['{"type":"FeatureCollection","features":[null,1,{"geometry":{"type":"Point","coordinates":[1,2]}}]}', 'NO_AREAS'],
  [fileOf([[{}, [['x', 1]] as never]]), 'NO_AREAS'],
  [fileOf([[{}, []]]), 'NO_AREAS'],
  [fileOf([[{}, square(600_000, 7_800_000)]]), 'NOT_IN_DEGREES'],
  ['['.repeat(200_000), 'NOT_GEOJSON'],
])('%.60s is refused', (text, code) => {
  expect(readBorders(text)).toBe(code)
})

test('a large file becomes coarse, and neighbours keep their common border', () => {
  const coast = Array.from({ length: 40_000 }, (_, n): [number, number] => [
    35 + Math.sin(n / 50) / 20,
    -20 + n / 20_000,
  ])
  const top = coast.at(-1) ?? [35, -18]
  const west = [...coast, [34, top[1]], [34, -20], coast[0]] as [number, number][]
  const east = [...coast, [36, top[1]], [36, -20], coast[0]] as [number, number][]
  const [a, b] = areasOf(
    fileOf([
      [{}, west],
      [{}, east],
    ]),
  )
  const [inWest, inEast] = [placesOf(a?.shape), new Set(placesOf(b?.shape))]
  expect(inWest.length + inEast.size).toBeLessThan(30_000)
  expect(inWest.filter((place) => !inEast.has(place)).length).toBeLessThan(6)
})

test('whatever its lines, an area has a closed border of the world', () => {
  const place = tuple(double({ min: -180, max: 180, noNaN: true }), double({ min: -90, max: 90, noNaN: true }))
  assert(
    property(array(array(place, { minLength: 4, maxLength: 40 }), { minLength: 1, maxLength: 3 }), (rings) => {
      const closed = rings.map((ring) => [...ring, ring[0]] as [number, number][])
      const [area] = areasOf(fileOf([[{ code: 'x' }, ...closed]]))
      for (const ring of area?.shape.flat() ?? [])
        for (const [longitude, latitude] of ring)
          expect(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90).toBe(true)
      expect(area?.shape.length).toBeGreaterThan(0)
    }),
  )
})
