/** All sites of the list's filter on a map, not only those of its page. */
import { useNavigate, useSearchParams } from 'react-router'
import { type SiteMap, sites } from '#contract/sites.ts'
import { useText } from '../../i18n/text.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { readListState } from '../../list/list-state.ts'
import { Note } from '../../ui/Note.tsx'
import { PlaceMap } from '../../map/PlaceMap.tsx'
import type { PlaceMapHandle } from '../../map/place-map.ts'
import { useSiteSpots } from './use-site-spots.ts'

type Spot = SiteMap['spots'][number]

const words = { sort: [], filters: Object.keys(sites.filters), call: sites.list, defaults: {} }

export function SitesMap() {
  const [search] = useSearchParams()
  const { q, filters } = readListState(search, words)
  const filter = q === '' ? filters : { ...filters, q }
  // Another filter is another map, which shows itself whole first.
  return <FilteredMap key={JSON.stringify(filter)} filter={filter} />
}

function FilteredMap({ filter }: { filter: Record<string, string> }) {
  const t = useText()
  const navigate = useNavigate()
  const { bounds, count, spots, failed, onWindow } = useSiteSpots(filter)

  function open(spot: Spot, map: PlaceMapHandle) {
    if (spot.id === null) map.zoomTo(spot)
    else void navigate(`/site/${spot.id}`)
  }

  if (failed.error) return <LoadProblem error={failed.error} onRetry={() => void failed.refetch()} />
  if (bounds === null) return <Note tone="neutral">{t('sites.mapNone')}</Note>
  return (
    <div className="map-tall">
      <PlaceMap
        label={t('sites.mapLabel')}
        bounds={bounds}
        onWindow={onWindow}
        onSpot={open}
        {...(spots ? { spots } : {})}
      >
        {() => <output className="blank">{count !== undefined && t('sites.mapCluster', { count })}</output>}
      </PlaceMap>
    </div>
  )
}
