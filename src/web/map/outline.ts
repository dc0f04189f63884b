/** Land, borders and countries, for maps without a tile server. `scripts/map-outline.ts` makes the file. */
import outline from './outline.json'

type Line = [latitude: number, longitude: number][]

/** Closed rings; one inside another is a sea in the land. */
export function landRings(): Line[] {
  return outline.land.map(lineOf)
}

export function borderLines(): Line[] {
  return outline.borders.map(lineOf)
}

export interface CountryName {
  /** As `Intl.DisplayNames` knows it. */
  code: string
  latitude: number
  longitude: number
  /** In degrees of longitude, at the place of the name. */
  width: number
}

export function countryNames(): CountryName[] {
  return (outline.names as [string, number, number, number][]).map(([code, x, y, width]) => ({
    code,
    latitude: y * outline.step,
    longitude: x * outline.step,
    width: width * outline.step,
  }))
}

/** How far it is to the next coast or border, in degrees. */
export function reachOfOutline(latitude: number, longitude: number): number {
  // A degree of longitude is less wide away from the equator.
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  let nearest = Infinity
  for (const line of [...landRings(), ...borderLines()])
    for (const [y, x] of line) nearest = Math.min(nearest, Math.hypot(y - latitude, (x - longitude) * narrowing))
  return nearest
}

/** The file has steps from place to place. */
function lineOf(steps: number[]): Line {
  let [x, y] = [0, 0]
  const line: Line = []
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at] ?? 0
    y += steps[at + 1] ?? 0
    line.push([y * outline.step, x * outline.step])
  }
  return line
}
