import type { Site } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { useText } from '../../i18n/text.ts'
import { column } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { PlaceMap } from '../../ui/map/PlaceMap.tsx'
import { pointOf } from './point.ts'
import { siteScreens } from './site-screens.tsx'

const facts = [column('point', (site: Site) => <Coordinates site={site} />)]

function Coordinates({ site: { latitude, longitude } }: { site: Site }) {
  return latitude === null ? <span className="blank">–</span> : `${latitude}, ${longitude}`
}

function WhereItLies({ site }: { site: Site }) {
  const t = useText()
  const point = pointOf(site)
  return point && <PlaceMap label={t('sites.pointLabel')} point={point} />
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
