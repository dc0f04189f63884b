import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Site } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { useText } from '../../i18n/text.ts'
import { column } from '../../list/columns.tsx'
import { RecordScreen, Related } from '../../record/RecordScreen.tsx'
import { UnitPath } from '../../units/UnitPath.tsx'
import { Button } from '../../ui/Button.tsx'
import { PlaceMap } from '../../map/PlaceMap.tsx'
import { pointOf } from './point.ts'
import { siteScreens } from './site-screens.tsx'
import { useSiteSpots } from './use-site-spots.ts'

const facts = [
  column('administrativeUnitName', (site: Site) => <UnitPath id={site.administrativeUnitId} />),
  column('point', (site: Site) => <Coordinates site={site} />),
]

function Coordinates({ site: { latitude, longitude } }: { site: Site }) {
  return latitude === null ? <span className="blank">–</span> : `${latitude}, ${longitude}`
}

/** With those around it. */
function WhereItLies({ site }: { site: Site }) {
  const t = useText()
  const navigate = useNavigate()
  const { spots, onWindow } = useSiteSpots()
  const point = pointOf(site)
  const others = useMemo(() => spots?.filter(({ id }) => id !== site.id), [spots, site.id])
  if (!point) return null
  return (
    <PlaceMap
      label={t('sites.pointLabel')}
      point={point}
      onWindow={onWindow}
      onSpot={(spot, map) => (spot.id === null ? map.zoomTo(spot) : void navigate(`/site/${spot.id}`))}
      {...(others ? { spots: others } : {})}
    >
      {(map) => (
        <div className="map-tools">
          <Button onClick={() => map.showAround(point)}>{t('sites.mapAround')}</Button>
          <Button onClick={() => map.showRadius(point)}>{t('sites.mapNear')}</Button>
        </div>
      )}
    </PlaceMap>
  )
}

const related = (site: Site) => (
  <>
    <WhereItLies site={site} />
    <Related title="surveys.title" list={surveys.list} query={{ siteId: site.id }} path="/survey" />
  </>
)

export function SitePage() {
  return <RecordScreen {...siteScreens} facts={facts} related={related} />
}
