import { useMemo, useState } from 'react'
import { mapCells, sites } from '#contract/sites.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import type { MapWindow } from '../../ui/map/place-map.ts'

const everySite = {}

/**
 * The sites of a filter for a map: where they all lie, and what is in the window it shows; those that lie close together
 * are one spot.
 */
export function useSiteSpots(filter: Readonly<Record<string, string>> = everySite) {
  const t = useText()
  const [shown, onWindow] = useState<MapWindow>()
  // Until the map says what it shows, no more spots than the window has room for.
  const [cells] = useState(() => cellsIn(window.innerWidth))
  const whole = useCall(sites.map, { query: { ...filter, cells } })
  const part = useCall(
    sites.map,
    { query: { ...filter, ...(shown && wordsOf(shown)) } },
    { enabled: shown !== undefined, keepPrevious: true },
  )
  const bounds = whole.data?.data.bounds
  const found = part.data?.data ?? whole.data?.data
  const spots = useMemo(
    () => found?.spots.map((spot) => ({ ...spot, title: spot.title ?? t('sites.mapCluster', { count: spot.count }) })),
    [found, t],
  )
  return { bounds, count: found?.count, spots, failed: part.isError ? part : whole, onWindow }
}

/** A mark needs some room of its own. */
const cellPixels = 42

function cellsIn(pixels: number): number {
  return Math.max(mapCells.least, Math.min(mapCells.most, Math.round(pixels / cellPixels)))
}

function wordsOf({ south, west, north, east, pixels }: MapWindow) {
  return { window: [south, west, north, east].join(','), cells: cellsIn(pixels) }
}
