import { radiusBounds, siteProblems } from '#domain/site.ts'
import type { Point } from '../../ui/map/place-map.ts'

/** The point of a site, or of what somebody is typing; undefined while it is none. */
export function pointOf(site: object): Point | undefined {
  const { latitude, longitude, radiusMeters } = site as Record<string, unknown>
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  if (siteProblems({ latitude, longitude }).length > 0) return undefined
  const isRadius = typeof radiusMeters === 'number' && radiusMeters >= radiusBounds.min
  return { latitude, longitude, ...(isRadius ? { radiusMeters: Math.min(radiusMeters, radiusBounds.max) } : {}) }
}
