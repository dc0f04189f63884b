/** The circles of a geofence as it is being set, around the places that the reader may know of. */
import { useMemo } from 'react'
import { maxPageSize } from '#contract/fields.ts'
import { mapCells, sites } from '#contract/sites.ts'
import type { FenceSettings } from '#domain/answers/geofence.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import type { Circle } from '../../../map/circles.ts'
import type { Bounds } from '../../../map/grid.ts'

interface Circles {
  circles: readonly Circle[]
  /** Of all sites: shown while there is no circle. */
  bounds: Bounds | undefined
  /** Whether the survey has a site with a place; true while only the server knows. */
  hasSite: boolean
  /** Sites in the unit with a place, and all sites in it. */
  placed: number
  total: number
}

type Placed = { latitude: number | null; longitude: number | null }

export function useCircles(siteId: number | null, settings: FenceSettings): Circles {
  const { reference, latitude, longitude, administrativeUnitId, distanceMeters } = settings
  const canRead = useCan(sites.read)
  const site = useCall(sites.get, { params: { id: siteId ?? 0 } }, { enabled: canRead && siteId !== null }).data?.data
  const query = { administrativeUnitId: String(administrativeUnitId), pageSize: maxPageSize, sort: 'title' as const }
  const enabled = canRead && reference === 'ADMIN_UNIT' && administrativeUnitId !== null
  const inUnit = useCall(sites.list, { query }, { enabled }).data
  const whole = useCall(sites.map, { query: { cells: mapCells.least } }, { enabled: canRead }).data?.data
  const circles = useMemo(() => {
    const middles: Record<typeof reference, readonly Placed[]> = {
      POINT: [{ latitude, longitude }],
      SITE: site ? [site] : [],
      ADMIN_UNIT: inUnit?.list ?? [],
    }
    return middles[reference].flatMap((place) =>
      place.latitude === null || place.longitude === null
        ? []
        : [{ latitude: place.latitude, longitude: place.longitude, radiusMeters: distanceMeters }],
    )
  }, [reference, latitude, longitude, distanceMeters, site, inUnit])
  return {
    circles,
    bounds: circles.length === 0 ? (whole?.bounds ?? undefined) : undefined,
    hasSite: site ? site.latitude !== null : siteId !== null,
    placed: reference === 'ADMIN_UNIT' ? circles.length : 0,
    total: inUnit?.total ?? 0,
  }
}
