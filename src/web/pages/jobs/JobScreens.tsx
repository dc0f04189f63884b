/** `/jobs` and `/jobs/5`, which come together. */
import { useParams } from 'react-router'
import { JobPage } from './JobPage.tsx'
import { JobsPage } from './JobsPage.tsx'

export function JobScreens() {
  const { id } = useParams()
  return id === undefined ? <JobsPage /> : <JobPage id={id} />
}
