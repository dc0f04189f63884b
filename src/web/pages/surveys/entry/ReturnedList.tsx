/** The responses of the user that a reviewer returned; nothing while there are none. */
import { returned } from '#contract/returned.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'

const mostShown = 100

export function ReturnedList() {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useCall(returned.list, { query: { pageSize: String(mostShown) } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  return (
    <section>
      <h2>{t('entry.returned', { count: data.total })}</h2>
      <ul className="entry-drafts">
        {data.list.map(({ id, surveyTitle, participantName, submittedAt, issueCategoryTitle, reason }) => (
          <li key={id}>
            <div>
              <strong>{surveyTitle}</strong>
              <p>{[participantName, format.dateTime(submittedAt)].filter(Boolean).join(' · ')}</p>
              {(issueCategoryTitle || reason) && <q>{[issueCategoryTitle, reason].filter(Boolean).join(' · ')}</q>}
            </div>
            <ButtonLink to={`/form?returned=${id}`}>
              {t('entry.returned.correct')} <span className="visually-hidden">{surveyTitle}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
