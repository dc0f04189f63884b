/** All sites of the list's filter on a map, not only those of its page. */
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type SiteMap, sites } from '#contract/sites.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { ListProblem } from '../../resource/ListProblem.tsx'
import { PlaceMap } from '../../ui/map/PlaceMap.tsx'
import type { Bounds, PlaceMapHandle } from '../../ui/map/place-map.ts'

type Spot = SiteMap['spots'][number]

const filterNames = ['q', ...Object.keys(sites.filters ?? {})]

export function SitesMap() {
  const t = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [window, setWindow] = useState<Bounds>()
  const filter = Object.fromEntries(
    filterNames.map((name) => [name, search.get(name) ?? '']).filter(([, value]) => value !== ''),
  )
  const edges = window && [window.south, window.west, window.north, window.east].join(',')
  const query = { ...filter, ...(edges === undefined ? {} : { window: edges }) }
  const { data, error, refetch } = useCall(sites.map, { query }, { keepPrevious: true })
  const found = data?.data
  const spots = found?.spots.map((spot) => ({
    ...spot,
    title: spot.title ?? t('sites.mapCluster', { count: spot.count }),
  }))

  function open(spot: Spot, map: PlaceMapHandle) {
    if (spot.id === null) map.zoomTo(spot)
    else void navigate(`/site/${spot.id}`)
  }

  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />
  if (found && found.bounds === null) return <p className="note tone-neutral">{t('sites.mapNone')}</p>
  return (
    <div className="map-tall">
      <PlaceMap
        key={JSON.stringify(filter)}
        label={t('sites.mapLabel')}
        bounds={found?.bounds ?? undefined}
        onWindow={setWindow}
        onSpot={open}
        {...(spots ? { spots } : {})}
      >
        {() => <output className="blank">{found && t('sites.mapCluster', { count: found.count })}</output>}
      </PlaceMap>
    </div>
  )
}
