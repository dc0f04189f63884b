import { Link } from 'react-router'
import { useFormat, useText } from '../../i18n/text.ts'
import { Card } from './Card.tsx'
import type { ResponseCardProps } from './response-cards.tsx'
import { listAt } from './use-dashboard.ts'

/** What a reviewer has not judged yet. */
const open = ['RECEIVED', 'EDITED', 'IN_REVIEW'] as const

export function ResponsesCard({ asked, filter: { surveyId } }: ResponseCardProps) {
  const t = useText()
  const format = useFormat()
  const countOf = (waiting: Record<(typeof open)[number], number>) =>
    open.reduce((sum, status) => sum + waiting[status], 0)
  return (
    <Card
      title={t('dashboard.responses')}
      asked={asked}
      room="figure"
      empty={({ waiting }) => (countOf(waiting) === 0 ? t('dashboard.responsesNone') : undefined)}
      link={{ to: listAt('/response', { status: open.join(','), surveyId }), text: t('dashboard.responsesOpen') }}
    >
      {({ waiting }) => (
        <>
          <p className="dashboard-figure">{format.number(countOf(waiting))}</p>
          <ul className="dashboard-parts">
            {open
              .filter((status) => waiting[status] > 0)
              .map((status) => (
                <li key={status}>
                  <Link to={listAt('/response', { status, surveyId })}>
                    {t(`responses.status.${status}`)} <strong>{format.number(waiting[status])}</strong>
                  </Link>
                </li>
              ))}
          </ul>
        </>
      )}
    </Card>
  )
}
