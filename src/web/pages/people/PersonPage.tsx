/** What the pages of one participant and of one of the staff share: loading, not found, failure. */
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { people, type PersonDetail } from '#contract/people.ts'
import { isMissing } from '../../api/api-error.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import './people.css'

interface PersonPageProps {
  kind: PersonDetail['adminType']
  children: (person: PersonDetail) => ReactNode
}

export function PersonPage({ kind, children }: PersonPageProps) {
  const t = useText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(people.get, { params: { id } })
  if (error && isMissing(error)) return <NotFoundScreen />
  // The other kind of people has its own page.
  if (data && data.data.adminType !== kind) return <NotFoundScreen />
  return (
    <section className="person" aria-busy={!data && !error}>
      {error && <LoadProblem title="people.loadFailed" error={error} onRetry={() => void refetch()} />}
      {data && children(data.data)}
      {!data && !error && <output className="skeleton" aria-label={t('form.loading')} />}
    </section>
  )
}
