import { ListPage } from '../../list/ListPage.tsx'
import { useResourceList } from '../../list/use-resource-list.ts'
import { companyScreens } from './company-screens.tsx'

export function CompaniesPage() {
  return <ListPage {...useResourceList(companyScreens)} />
}
