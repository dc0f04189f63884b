/** Borders of administrative units, from GeoJSON as HDX and OCHA publish it (RFC 7946, in degrees), made light for maps. Pure. */
import type { ProblemCode } from '../problems.ts'
import { featuresOf } from '../text/geojson.ts'

type Place = [longitude: number, latitude: number]
/** A closed line: its last place is its first. */
type Ring = Place[]
/** The coordinates of a GeoJSON MultiPolygon. */
export type Shape = Ring[][]

interface Feature {
  properties: Readonly<Record<string, string>>
  shape: Shape
}

/** A country's districts as one sees them on a screen; of larger files the lines are coarser. */
const mostPlaces = 30_000
/** Degrees; the first is some fifty metres. */
const grids = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2]

/** The areas of a file, light enough for maps, or why it has none. */
export function readBorders(text: string): readonly Feature[] | ProblemCode {
  const features = featuresOf(text)
  if (!features) return 'NOT_GEOJSON'
  const areas = features.flatMap((feature) => areaOf(feature) ?? [])
  if (areas.length === 0) return 'NO_AREAS'
  const places = areas.flatMap(({ shape }) => shape.flat())
  if (places.some((ring) => !ring.every(isInDegrees))) return 'NOT_IN_DEGREES'
  let light = areas
  for (const grid of grids) {
    light = areas.map((area) => ({ ...area, shape: onGrid(area.shape, grid) }))
    if (countPlaces(light) <= mostPlaces) break
  }
  return light
}

/** Undefined of what is no area: points, lines, and coordinates of another form. */
function areaOf(feature: unknown): Feature | undefined {
  const { geometry, properties } = (feature ?? {}) as { geometry?: unknown; properties?: unknown }
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  const shape = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : undefined
  if (!isListOf(shape, isPolygon)) return undefined
  const words = Object.entries(properties ?? {}).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  return { shape: shape as Shape, properties: Object.fromEntries(words) }
}

function isListOf(value: unknown, isFit: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFit)
}

function isPolygon(value: unknown): boolean {
  return isListOf(value, (ring) => isListOf(ring, isPlace))
}

function isPlace(value: unknown): boolean {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])
}

function isInDegrees([longitude, latitude]: Place): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

function countPlaces(areas: readonly Feature[]): number {
  return areas.reduce((sum, { shape }) => sum + shape.flat(2).length, 0)
}

/** Neighbours share the crossings of the grid, so no gap opens between them. What is smaller than a cell goes. */
function onGrid(shape: Shape, grid: number): Shape {
  const decimals = Math.ceil(-Math.log10(grid)) + 1
  const snapped = ([longitude, latitude]: Place): Place => [
    Number((Math.round(longitude / grid) * grid).toFixed(decimals)),
    Number((Math.round(latitude / grid) * grid).toFixed(decimals)),
  ]
  const polygons = shape.map((rings) => rings.map((ring) => withoutRests(ring.map(snapped))).filter(isArea))
  const kept = polygons.filter((rings) => rings.length > 0)
  return kept.length > 0 ? kept : shape.slice(0, 1).map(([outer = []]) => [outer.slice(0, 4)])
}

/** Without places that repeat the one before, or are on the straight line between their neighbours. */
function withoutRests(ring: Ring): Ring {
  const kept: Ring = []
  for (const place of ring) {
    const [before, last] = kept.slice(-2)
    if (kept.at(-1)?.[0] === place[0] && kept.at(-1)?.[1] === place[1]) continue
    if (before && last && isStraight(before, last, place)) kept.pop()
    kept.push(place)
  }
  return kept
}

function isStraight([ax, ay]: Place, [bx, by]: Place, [cx, cy]: Place): boolean {
  return Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1e-12
}

function isArea(ring: Ring): boolean {
  return ring.length >= 4
}

/** A place is within when a ray to the east crosses an odd number of lines; the lines of holes count too. */
export function contains(rings: readonly (readonly Readonly<Place>[])[], x: number, y: number): boolean {
  let crossed = 0
  for (const ring of rings)
    for (const [at, [bx, by]] of ring.entries()) {
      const [ax, ay] = ring[at - 1] ?? [bx, by]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) crossed += 1
    }
  return crossed % 2 === 1
}

interface Unit {
  id: number
  code: string
  name: string
}

export interface BorderMatch {
  /** By unit. Several areas of one unit are one shape. */
  shapes: ReadonlyMap<number, Shape>
  /** The property that names the units, and what it holds of them; undefined: none does. */
  by: { property: string; holds: 'code' | 'name' } | undefined
  /** What the property says of areas without a unit. */
  unmatched: string[]
  /** Names that several units have. */
  ambiguous: string[]
}

/** Each area to the unit that one of its properties names: by code where codes are there, else by name. */
export function matchBorders(features: readonly Feature[], units: readonly Unit[]): BorderMatch {
  const properties = [...new Set(features.flatMap((feature) => Object.keys(feature.properties)))]
  for (const holds of ['code', 'name'] as const) {
    const known = Map.groupBy(units, (unit) => plain(unit[holds]))
    const unitsBy = (property: string) =>
      new Set(features.map((feature) => known.get(plain(feature.properties[property]))).filter(Boolean)).size
    // A file of districts names their provinces too: the property of the most units is that of its own.
    const [best] = properties
      .map((property) => ({ property, n: unitsBy(property) }))
      .toSorted((one, other) => other.n - one.n)
    if (best && best.n > 0) return matched(features, known, { property: best.property, holds })
  }
  return { shapes: new Map(), by: undefined, unmatched: [], ambiguous: [] }
}

function matched(
  features: readonly Feature[],
  known: ReadonlyMap<string, readonly Unit[]>,
  by: NonNullable<BorderMatch['by']>,
): BorderMatch {
  const shapes = new Map<number, Shape>()
  const unmatched: string[] = []
  const ambiguous: string[] = []
  for (const { properties, shape } of features) {
    const word = properties[by.property] ?? ''
    const [unit, ...others] = known.get(plain(word)) ?? []
    if (!unit) unmatched.push(word)
    else if (others.length > 0) ambiguous.push(word)
    else shapes.set(unit.id, [...(shapes.get(unit.id) ?? []), ...shape])
  }
  return { shapes, by, unmatched, ambiguous }
}

/** Without regard to case and accents. */
function plain(word: string | undefined): string {
  return (word ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
