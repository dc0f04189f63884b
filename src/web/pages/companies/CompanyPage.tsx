import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { RecordScreen, Related } from '../../record/RecordScreen.tsx'
import { companyScreens } from './company-screens.tsx'

const related = ({ id }: { id: number }) => (
  <>
    <Related title="sites.title" list={sites.list} query={{ companyId: id }} path="/site" />
    <Related title="surveys.title" list={surveys.list} query={{ companyId: id }} path="/survey" />
  </>
)

export function CompanyPage() {
  return <RecordScreen {...companyScreens} related={related} />
}
