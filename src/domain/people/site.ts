/** Sites and the reasons why something has issues (product.md §3). */
import { type PhoneProblem, writtenPhone } from './phone.ts'
import type { FieldProblem } from '../problems.ts'

/** Its bounds are numbers. */
interface SiteProblem extends FieldProblem {
  limit?: number
}

export const siteStatuses = ['ACTIVE', 'INACTIVE'] as const
export type SiteStatus = (typeof siteStatuses)[number]

/** A code of a site, as files and other programs write it. */
export const siteCodePattern = /^[A-Za-z0-9][A-Za-z0-9_./-]{0,49}$/

/** The kinds of record that a reason can be given to. */
export const issueScopes = ['SITE', 'RESPONSE', 'PAYMENT'] as const

/** In metres; the same bounds as a survey's geofence (product.md §4). */
export const radiusBounds = { min: 10, max: 50_000 }
export const latitudeBounds = { min: -90, max: 90 }
export const longitudeBounds = { min: -180, max: 180 }

export interface SiteFacts {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  radiusMeters?: number | null | undefined
  contactPhone?: string | null | undefined
}

/**
 * Everything that is wrong with the place and the contact of a site. A blank is undefined or null. `problemOf` checks
 * the phone: the server knows the numbers of every country, the page knows only what a number looks like.
 */
export function siteProblems(
  { latitude, longitude, radiusMeters, contactPhone }: SiteFacts,
  problemOf: (phone: string) => PhoneProblem | undefined = unlikePhone,
): SiteProblem[] {
  const problems = [
    ...outside('latitude', latitude, latitudeBounds),
    ...outside('longitude', longitude, longitudeBounds),
    ...outside('radiusMeters', radiusMeters, radiusBounds),
  ]
  const isNorth = latitude !== undefined && latitude !== null
  const isEast = longitude !== undefined && longitude !== null
  if (isNorth && !isEast) problems.push({ path: 'longitude', code: 'POINT_INCOMPLETE' })
  if (isEast && !isNorth) problems.push({ path: 'latitude', code: 'POINT_INCOMPLETE' })
  const code = contactPhone ? problemOf(contactPhone) : undefined
  if (code) problems.push({ path: 'contactPhone', code })
  return problems
}

function unlikePhone(text: string): PhoneProblem | undefined {
  return writtenPhone(text) === undefined ? 'BAD_PHONE' : undefined
}

function outside(
  path: string,
  value: number | null | undefined,
  { min, max }: { min: number; max: number },
): SiteProblem[] {
  if (value === undefined || value === null) return []
  if (value < min) return [{ path, code: 'TOO_SMALL', limit: min }]
  return value > max ? [{ path, code: 'TOO_BIG', limit: max }] : []
}
