import { radiusBounds, siteProblems } from '#domain/people/site.ts'
import type { Point } from '../../map/circles.ts'

/** The point of a site, or of a form that is being filled in; undefined while it is none. */
export function pointOf(site: object): Point | undefined {
  const { latitude, longitude, radiusMeters } = site as Record<string, unknown>
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  if (siteProblems({ latitude, longitude }).length > 0) return undefined
  const isRadius = typeof radiusMeters === 'number' && radiusMeters >= radiusBounds.min
  return { latitude, longitude, ...(isRadius ? { radiusMeters: Math.min(radiusMeters, radiusBounds.max) } : {}) }
}

/** The two numbers of a point that was copied somewhere else: `-25.9653, 32.5832`. */
export function pastedPoint(text: string): Pick<Point, 'latitude' | 'longitude'> | undefined {
  const plain = text.trim().replaceAll('\u2212', '-').replaceAll('°', '')
  const [, north, east] = pointed.exec(plain) ?? withCommas.exec(plain) ?? []
  // Two whole numbers with nothing but a comma between them are one number with decimals.
  if (north === undefined || east === undefined || /^[+-]?\d+,\d+$/.test(plain)) return undefined
  return { latitude: Number(north.replace(',', '.')), longitude: Number(east.replace(',', '.')) }
}

const pointed = /^([+-]?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)([+-]?\d+(?:\.\d+)?)$/
const withCommas = /^([+-]?\d+,\d+)(?:\s*;\s*|,?\s+)([+-]?\d+,\d+)$/
