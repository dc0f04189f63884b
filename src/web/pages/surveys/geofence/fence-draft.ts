/** Changes of a geofence that are not saved yet, over the one they began on. */
import type { Geolocation } from '#contract/geolocations.ts'
import { type FenceSettings, largestFence, smallestFence } from '#domain/answers/geofence.ts'

export interface FenceDraft {
  begun: Geolocation
  changes: Partial<FenceSettings>
}

export function settingsOf({ begun, changes }: FenceDraft): FenceSettings {
  const { mode, reference, latitude, longitude, administrativeUnitId, distanceMeters } = { ...begun, ...changes }
  return { mode, reference, latitude, longitude, administrativeUnitId, distanceMeters }
}

/** The changes that differ from the stored fence. */
export function changesOf({ begun, changes }: FenceDraft): Partial<FenceSettings> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => begun[name as keyof FenceSettings] !== value),
  )
}

/** The distance alone has a call of its own. */
export function isDistanceAlone(changes: Partial<FenceSettings>): boolean {
  return Object.keys(changes).join() === 'distanceMeters'
}

/** Where the slider stops: each is about a fifth more than the one before, so that 10 m and 50 km are both easy to set. */
const mantissas = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]
const stops = [10, 100, 1000, 10_000]
  .flatMap((power) => mantissas.map((mantissa) => mantissa * power))
  .filter((metres) => metres <= largestFence)

export const lastStep = stops.length - 1

/** The stop that is nearest to a distance, as a factor. */
export function stepOf(metres: number): number {
  const away = stops.map((stop) => Math.abs(Math.log(stop / metres)))
  return away.indexOf(Math.min(...away))
}

export function metresAt(step: number): number {
  return stops[step] ?? smallestFence
}

export function withinFence(metres: number): number {
  return Math.min(largestFence, Math.max(smallestFence, Math.round(metres)))
}
