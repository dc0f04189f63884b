/**
 * Makes src/web/map/outline.json, the land, the borders and the countries' names that maps show without a tile server,
 * of Natural Earth's 1:50m countries (public domain), as the package world-atlas hands them out:
 *   npm pack world-atlas@2 && tar xf world-atlas-2.*.tgz && node scripts/map-outline.ts package/countries-50m.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Place = [longitude: number, latitude: number]

/** Numbers of arcs; ~n is arc n run backwards. */
type Ring = number[]

interface Shape {
  id?: string
  type: 'Polygon' | 'MultiPolygon'
  arcs: Ring[] | Ring[][]
}

interface Topology {
  transform: { scale: Place; translate: Place }
  arcs: Place[][]
  objects: Record<'land' | 'countries', { geometries: Shape[] }>
}

/** Degrees that a line may be off, and of one step in the file. */
const tolerance = 0.02
const step = 0.01
/** Islands of less than so many degrees across are left out. */
const smallest = 0.12

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Which countries-50m.json?')
const { transform, arcs, objects } = JSON.parse(readFileSync(source, 'utf8')) as Topology

/** Arcs are quantized, each place as the difference from the one before. */
function places(arc: Place[]): Place[] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]): Place => {
    x += dx
    y += dy
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]]
  })
}

/** Douglas and Peucker: points within the tolerance of the straight line go. */
function simplified(line: Place[]): Place[] {
  const [first] = line
  const last = line.at(-1)
  if (!first || !last || line.length < 3) return line
  let furthest = 0
  let most = 0
  for (const [index, place] of line.entries()) {
    const off = distance(place, first, last)
    if (off > most) [furthest, most] = [index, off]
  }
  if (most <= tolerance) return [first, last]
  return [...simplified(line.slice(0, furthest + 1)).slice(0, -1), ...simplified(line.slice(furthest))]
}

function distance([x, y]: Place, [x1, y1]: Place, [x2, y2]: Place): number {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length === 0) return Math.hypot(x - x1, y - y1)
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
}

const simpler = arcs.map((arc) => simplified(places(arc)))

/** The places of a ring, its longitudes going on beyond 180 where it crosses the edge of the world. */
function ringOf(numbers: Ring): Place[] {
  const ring: Place[] = []
  for (const number of numbers) {
    const arc = simpler[number < 0 ? ~number : number] ?? []
    for (const [x, y] of (number < 0 ? arc.toReversed() : arc).slice(ring.length === 0 ? 0 : 1)) {
      const before = ring.at(-1)?.[0] ?? x
      ring.push([x - 360 * Math.round((x - before) / 360), y])
    }
  }
  return ring
}

/** Where the flat map ends. */
const edge = 85

/** Land that holds a pole runs around the world: it is closed along the edge of the map. */
function closed(ring: Place[]): Place[] {
  const [first] = ring
  const last = ring.at(-1)
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring
  const side = Math.sign(last[1]) * edge
  const along = [1, 0.75, 0.5, 0.25, 0].map((part): Place => [first[0] + (last[0] - first[0]) * part, side])
  return [...ring, ...along]
}

function span(ring: Place[], axis: 0 | 1): number {
  return Math.max(...ring.map((place) => place[axis])) - Math.min(...ring.map((place) => place[axis]))
}

function isSmallIsland(ring: Place[]): boolean {
  return Math.max(span(ring, 0), span(ring, 1)) < smallest
}

function ringsOf({ type, arcs: rings }: Shape): Ring[] {
  return type === 'Polygon' ? (rings as Ring[]) : (rings as Ring[][]).flat()
}

/** A line over the edge of the world is two. */
function cut(line: Place[]): Place[][] {
  const at = line.findIndex(([x], index) => index > 0 && Math.abs(x - (line[index - 1]?.[0] ?? x)) > 180)
  return at < 0 ? [line] : [line.slice(0, at), ...cut(line.slice(at))]
}

/** Arcs that two countries share. */
function borders(): Place[][] {
  const uses = new Map<number, number>()
  for (const shape of objects.countries.geometries)
    for (const number of ringsOf(shape).flat()) {
      const arc = number < 0 ? ~number : number
      uses.set(arc, (uses.get(arc) ?? 0) + 1)
    }
  return simpler.filter((_, arc) => uses.get(arc) === 2).flatMap(cut)
}

/** The place for the name of a country: the middle of its widest stretch, along the height of its largest part. */
function nameOf(shape: Shape): [code: string, x: number, y: number, width: number][] {
  // A few disputed places have no number.
  if (shape.id === undefined) return []
  const [, code = ''] = Intl.getCanonicalLocales(`und-${shape.id}`)[0]?.split('-') ?? []
  const [largest] = ringsOf(shape)
    .map(ringOf)
    .toSorted((one, other) => span(other, 0) * span(other, 1) - span(one, 0) * span(one, 1))
  if (!largest || code.length !== 2) return []
  const bottom = Math.min(...largest.map(([, y]) => y))
  const stretches = [0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65].flatMap((part) => {
    const y = bottom + span(largest, 1) * part
    const crossed = crossings(largest, y)
    return crossed.flatMap((x, index) => (index % 2 === 1 ? [{ y, from: crossed[index - 1] ?? x, to: x }] : []))
  })
  const [widest] = stretches.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  if (!widest) return []
  const [x, y, width] = [(widest.from + widest.to) / 2, widest.y, widest.to - widest.from]
  return [[code, Math.round(x / step), Math.round(y / step), Math.round(width / step)]]
}

/** The longitudes where a ring crosses a latitude, from west to east. */
function crossings(ring: Place[], y: number): number[] {
  return ring
    .flatMap(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1]
      return y1 < y === y2 < y ? [] : [x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)]
    })
    .toSorted((one, other) => one - other)
}

/** Steps from place to place; the first from 0, 0. */
function steps(line: Place[]): number[] {
  let [x, y] = [0, 0]
  return line.flatMap(([longitude, latitude]) => {
    const next: Place = [Math.round(longitude / step), Math.round(latitude / step)]
    const difference = [next[0] - x, next[1] - y]
    ;[x, y] = next
    return difference
  })
}

const land = objects.land.geometries
  .flatMap(ringsOf)
  .map(ringOf)
  .filter((ring) => !isSmallIsland(ring))
  .map(closed)
const outline = {
  source: 'Natural Earth 4.1, 1:50m countries, public domain, by world-atlas 2.0.2',
  step,
  land: land.map(steps),
  borders: borders().map(steps),
  names: objects.countries.geometries.flatMap(nameOf),
}
const target = join(import.meta.dirname, '../src/web/map/outline.json')
writeFileSync(target, `${JSON.stringify(outline)}\n`)
console.log(`${outline.land.length} rings, ${outline.borders.length} borders, ${outline.names.length} names`)
