/**
 * Lines on the earth, written as ODK writes them: `latitude longitude altitude accuracy; latitude …`. Of a point the last two
 * may be missing, and a `;` may end the line.
 */
import type { GeoPoint } from './answer-values.ts'
import { distanceBetween } from './geofence.ts'

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

/** In whole metres. */
export function lengthOf(points: readonly GeoPoint[]): number {
  const steps = points.slice(1).map((point, index) => distanceBetween(points[index] ?? point, point))
  return Math.round(steps.reduce((sum, step) => sum + step, 0))
}
