/**
 * Lines on the earth, written as ODK writes them: `latitude longitude altitude accuracy; latitude …`. Of a point the last two
 * may be missing, and a `;` may end the line.
 */
import type { GeoPoint } from './answer-values.ts'
import { radians } from './geofence.ts'

/** None when one of them cannot be read. */
export function pointsOf(line: string): GeoPoint[] {
  const points = line
    .trim()
    .replace(/;$/, '')
    .split(';')
    .map((point) => point.trim().split(/\s+/).map(Number))
  const isRead = points.every((point) => point.length >= 2 && point.length <= 4 && point.every(Number.isFinite))
  if (!isRead) return []
  return points.map(([latitude = 0, longitude = 0, , accuracy]) => ({ latitude, longitude, accuracy }))
}

/** Metres from the middle of the earth to its equator, by which apps measure. */
const earthRadius = 6_378_100

/** In metres, to two digits. */
export function lengthOf(points: readonly GeoPoint[]): number {
  return toDigits(
    earthRadius *
      summed(points, ([here, there], turn) => {
        const cosine = Math.sin(here) * Math.sin(there) + Math.cos(here) * Math.cos(there) * Math.cos(turn)
        return Math.acos(Math.min(cosine, 1))
      }),
  )
}

/** Of what a line goes around, in square metres to two digits. */
export function areaOf([first, ...more]: readonly GeoPoint[]): number {
  const around = first ? [first, ...more, first] : []
  const sum = summed(around, ([here, there], turn) => turn * (2 + Math.sin(here) + Math.sin(there)))
  return toDigits(Math.abs((sum * earthRadius ** 2) / 2))
}

type Step = (latitudes: [here: number, there: number], turn: number) => number

function summed(points: readonly GeoPoint[], step: Step): number {
  return points.slice(1).reduce((sum, { latitude, longitude }, index) => {
    const before = points[index] ?? { latitude, longitude }
    return sum + step([radians(before.latitude), radians(latitude)], radians(longitude - before.longitude))
  }, 0)
}

function toDigits(value: number): number {
  return Math.round(value * 100) / 100
}
