import { ResourceList } from '../../list/ResourceList.tsx'
import { companyScreens } from './company-screens.tsx'

export function CompaniesPage() {
  return <ResourceList {...companyScreens} />
}
