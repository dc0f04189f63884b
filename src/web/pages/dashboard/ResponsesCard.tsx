import { Link } from 'react-router'
import { responses } from '#contract/responses.ts'
import type { ResponseStatus } from '#domain/response.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Card } from './Card.tsx'

/** What a reviewer has not judged yet. */
const open: readonly ResponseStatus[] = ['RECEIVED', 'EDITED', 'IN_REVIEW']

export function ResponsesCard() {
  const t = useText()
  const format = useFormat()
  const asked = useCall(responses.list, { query: { pageSize: 1 } })
  const countOf = (counts: Record<ResponseStatus, number>) => open.reduce((sum, status) => sum + counts[status], 0)
  return (
    <Card
      title={t('dashboard.responses')}
      asked={asked}
      empty={({ statusCounts }) => (countOf(statusCounts) === 0 ? t('dashboard.responsesNone') : undefined)}
      link={{ to: `/response?status=${open.join(',')}`, text: t('dashboard.responsesOpen') }}
    >
      {({ statusCounts }) => (
        <>
          <p className="dashboard-figure">{format.number(countOf(statusCounts))}</p>
          <ul className="dashboard-parts">
            {open
              .filter((status) => statusCounts[status] > 0)
              .map((status) => (
                <li key={status}>
                  <Link to={`/response?status=${status}`}>
                    {t(`responses.status.${status}`)} <strong>{format.number(statusCounts[status])}</strong>
                  </Link>
                </li>
              ))}
          </ul>
        </>
      )}
    </Card>
  )
}
