/**
 * Where the responses to a survey must come from (product.md §4). A geofence is a circle: around a point, around the
 * survey's site, or around each site of an administrative unit.
 */
import type { FieldProblem, Problem } from '../problems.ts'

/** OFF: places are not looked at. CAPTURE: the verdict is kept. WARN: also flagged. BLOCK: places outside are refused. */
export const fenceModes = ['OFF', 'CAPTURE', 'WARN', 'BLOCK'] as const
export type FenceMode = (typeof fenceModes)[number]

export const fenceReferences = ['SITE', 'POINT', 'ADMIN_UNIT'] as const
type FenceReference = (typeof fenceReferences)[number]

export const fenceVerdicts = ['INSIDE', 'OUTSIDE', 'UNCERTAIN', 'NO_FIX'] as const
export type FenceVerdict = (typeof fenceVerdicts)[number]

/** Metres. */
export const smallestFence = 10
export const largestFence = 50_000

export interface Place {
  latitude: number
  longitude: number
}

export interface Geofence {
  mode: FenceMode
  /** The middles of its circles; a fence without any has no inside. */
  centres: readonly Place[]
  /** Metres. */
  distanceMeters: number
}

export interface FenceSettings {
  mode: FenceMode
  reference: FenceReference
  latitude: number | null
  longitude: number | null
  administrativeUnitId: number | null
  distanceMeters: number
}

export const noFence: FenceSettings = {
  mode: 'OFF',
  reference: 'SITE',
  latitude: null,
  longitude: null,
  administrativeUnitId: null,
  distanceMeters: 500,
}

/** What the fence lacks; `hasSite`: whether the survey has a site whose place is known. */
export function fenceProblems(settings: FenceSettings, { hasSite }: { hasSite: boolean }): FieldProblem[] {
  const { mode, reference, latitude, longitude, administrativeUnitId } = settings
  if ((latitude === null) !== (longitude === null))
    return [{ path: latitude === null ? 'latitude' : 'longitude', code: 'POINT_INCOMPLETE' }]
  if (mode === 'OFF') return []
  if (reference === 'POINT' && latitude === null) return [{ path: 'latitude', code: 'REQUIRED' }]
  if (reference === 'ADMIN_UNIT' && administrativeUnitId === null)
    return [{ path: 'administrativeUnitId', code: 'REQUIRED' }]
  return reference === 'SITE' && !hasSite ? [{ path: 'reference', code: 'FENCE_WITHOUT_PLACE' }] : []
}

/** Mean radius of the earth in metres, as the haversine formula takes it. */
const earthRadius = 6_371_008.8

/** The great-circle distance in metres (haversine formula: exact enough for near places, poles and antimeridian too). */
export function distanceBetween(a: Place, b: Place): number {
  const rise = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const turn = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const chord = rise + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * turn
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, chord)))
}

const directions = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export type Direction = (typeof directions)[number]

/** Which way one sets out from a place to another. */
export function directionBetween(from: Place, to: Place): Direction {
  const [start, end] = [radians(from.latitude), radians(to.latitude)]
  const turn = radians(to.longitude - from.longitude)
  const east = Math.sin(turn) * Math.cos(end)
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn)
  const eighths = Math.round(Math.atan2(east, north) / (Math.PI / 4))
  return directions[(eighths + 8) % 8] ?? 'N'
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

export interface FenceResult {
  verdict: FenceVerdict
  /** Metres to the nearest middle; null without a fix or without a middle. */
  distance: number | null
}

/**
 * The verdict on a fix, whose accuracy in metres makes it a circle (none counts as exact): INSIDE when all of the circle is
 * within the fence, OUTSIDE when none is, else UNCERTAIN.
 */
export function fenceResult(fence: Geofence, fix: Fix | null): FenceResult {
  if (!fix || fence.centres.length === 0) return { verdict: 'NO_FIX', distance: null }
  const distance = fence.centres.reduce((least, centre) => Math.min(least, distanceBetween(centre, fix)), Infinity)
  const accuracy = fix.accuracy ?? 0
  if (distance + accuracy <= fence.distanceMeters) return { verdict: 'INSIDE', distance }
  return { verdict: distance - accuracy > fence.distanceMeters ? 'OUTSIDE' : 'UNCERTAIN', distance }
}

/** What a response carries that the fence has doubts about. */
const fenceFlags = {
  INSIDE: [],
  OUTSIDE: ['OUTSIDE_FENCE'],
  UNCERTAIN: ['FENCE_UNCERTAIN'],
  NO_FIX: ['FENCE_NO_FIX'],
} as const satisfies Record<FenceVerdict, readonly string[]>

type Fix = Place & { accuracy: number | null }

export interface Judged {
  result: FenceResult
  flags: readonly string[]
  /** Why the response is refused. */
  problem: Problem | undefined
}

/** The verdict of intake on a fix. BLOCK refuses a fix outside or a missing one, and flags the rest like WARN. */
export function judgeFix(fence: Geofence, fix: Fix | null): Judged {
  const result = fenceResult(fence, fix)
  const flags = fence.mode === 'CAPTURE' ? [] : fenceFlags[result.verdict]
  return { result, flags, problem: fence.mode === 'BLOCK' ? placeProblem(result, fix) : undefined }
}

function placeProblem({ verdict }: FenceResult, fix: Fix | null): Problem | undefined {
  if (verdict === 'OUTSIDE') return { code: 'OUTSIDE_FENCE' }
  if (verdict === 'NO_FIX') return { code: fix ? 'FENCE_WITHOUT_PLACE' : 'REQUIRED' }
  return undefined
}

/** The middle nearest to a place; undefined when the fence has none. */
export function nearestCentre({ centres }: Pick<Geofence, 'centres'>, place: Place): Place | undefined {
  const [first, ...rest] = centres
  return first && rest.reduce((near, each) => (isNearer(each, near, place) ? each : near), first)
}

function isNearer(one: Place, other: Place, place: Place): boolean {
  return distanceBetween(one, place) < distanceBetween(other, place)
}
