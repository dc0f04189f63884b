/**
 * Makes src/web/ui/map/outline.json, the coasts and borders that maps show without a tile server, of Natural Earth's
 * 1:50m countries (public domain), as the package world-atlas hands them out:
 *   npm pack world-atlas@2 && tar xf world-atlas-2.*.tgz && node scripts/map-outline.ts package/countries-50m.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Place = [longitude: number, latitude: number]

interface Topology {
  transform: { scale: Place; translate: Place }
  arcs: Place[][]
}

/** Degrees that a line may be off, and of one step in the file. */
const tolerance = 0.02
const step = 0.01
/** Islands of less than so many degrees across are left out. */
const smallest = 0.12

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Which countries-50m.json?')
const { transform, arcs } = JSON.parse(readFileSync(source, 'utf8')) as Topology

/** Arcs are quantized, each place as the difference from the one before. */
function places(arc: Place[]): Place[] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]): Place => {
    x += dx
    y += dy
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]]
  })
}

/** Douglas and Peucker: what lies within the tolerance of the straight line goes. */
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

function isSmallIsland(line: Place[]): boolean {
  const [first] = line
  const last = line.at(-1)
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1]) return false
  const span = (axis: 0 | 1) =>
    Math.max(...line.map((place) => place[axis])) - Math.min(...line.map((place) => place[axis]))
  return Math.max(span(0), span(1)) < smallest
}

/** A line over the edge of the world is two. */
function cut(line: Place[]): Place[][] {
  const at = line.findIndex(([x], index) => index > 0 && Math.abs(x - (line[index - 1]?.[0] ?? x)) > 180)
  return at < 0 ? [line] : [line.slice(0, at), ...cut(line.slice(at))]
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

const lines = arcs
  .map(places)
  .flatMap(cut)
  .filter((line) => !isSmallIsland(line))
  .map(simplified)
  .flatMap(cut)
  .filter((line) => line.length > 1)
  .map(steps)
const outline = { source: 'Natural Earth 4.1, 1:50m countries, public domain, by world-atlas 2.0.2', step, lines }
const target = join(import.meta.dirname, '../src/web/ui/map/outline.json')
writeFileSync(target, `${JSON.stringify(outline)}\n`)
console.log(`${lines.length} lines, ${lines.reduce((sum, line) => sum + line.length / 2, 0)} places`)
