import { ResourceList } from '../../resource/ResourceList.tsx'
import { companyScreens } from './company-screens.tsx'

export function CompaniesPage() {
  return <ResourceList {...companyScreens} />
}
