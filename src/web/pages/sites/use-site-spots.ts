import { useMemo, useState } from 'react'
import { mapCells, sites } from '#contract/sites.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import type { MapWindow } from '../../map/place-map.ts'

const everySite = {}

/**
 * The sites of a filter for a map: the bounds of all, and those in the window it shows. Sites close together are one
 * spot.
 */
export function useSiteSpots(filter: Readonly<Record<string, string>> = everySite) {
  const t = useText()
  const [shown, onWindow] = useState<MapWindow>()
  const whole = useCall(sites.map, { query: { ...filter, cells: mapCells.least } })
  const part = useCall(
    sites.map,
    { query: { ...filter, ...(shown && wordsOf(shown)) } },
    { enabled: shown !== undefined, keepPrevious: true },
  )
  const bounds = whole.data?.data.bounds
  // Only the map knows how many have room in it: none are drawn before it has said so.
  const found = part.data?.data
  const spots = useMemo(
    () => found?.spots.map((spot) => ({ ...spot, title: spot.title ?? t('sites.mapCluster', { count: spot.count }) })),
    [found, t],
  )
  return { bounds, count: (found ?? whole.data?.data)?.count, spots, failed: part.isError ? part : whole, onWindow }
}

/** A mark needs some room of its own. */
const cellPixels = 42

function wordsOf({ south, west, north, east, pixels }: MapWindow) {
  const cells = Math.max(mapCells.least, Math.min(mapCells.most, Math.round(pixels / cellPixels)))
  return { window: [south, west, north, east].join(','), cells }
}
