/** `/roles`: the list of roles, the matrix of what they hold, and what waits for a second administrator. */
import { useSearchParams } from 'react-router'
import { GrantsView } from './GrantsView.tsx'
import { MatrixView } from './MatrixView.tsx'
import { RoleList } from './RoleList.tsx'
import './roles.css'

export function RolesPage() {
  const [search] = useSearchParams()
  const view = search.get('view')
  if (view === 'matrix') return <MatrixView />
  return view === 'grants' ? <GrantsView /> : <RoleList />
}
