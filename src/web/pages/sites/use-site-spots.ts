import { useMemo, useState } from 'react'
import { sites } from '#contract/sites.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import type { Bounds } from '../../ui/map/place-map.ts'

const everySite = {}

/** The sites of a filter for a map that shows a window of them; those that lie close together are one spot. */
export function useSiteSpots(filter: Readonly<Record<string, string>> = everySite) {
  const t = useText()
  const [window, onWindow] = useState<Bounds>()
  const edges = window && [window.south, window.west, window.north, window.east].join(',')
  const query = { ...filter, ...(edges === undefined ? {} : { window: edges }) }
  const { data, error, refetch } = useCall(sites.map, { query }, { keepPrevious: true })
  const found = data?.data
  const spots = useMemo(
    () => found?.spots.map((spot) => ({ ...spot, title: spot.title ?? t('sites.mapCluster', { count: spot.count }) })),
    [found, t],
  )
  return { found, spots, error, refetch, onWindow }
}
