import { Link } from 'react-router'
import { surveys } from '#contract/surveys.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from './Card.tsx'

const shown = 5

/** Surveys that take responses, the latest changed first. */
export function SurveysCard() {
  const t = useText()
  const asked = useCall(surveys.list, { query: { status: 'PUBLISHED', sort: '-updatedAt', pageSize: shown } })
  return (
    <Card
      title={t('dashboard.surveys')}
      asked={asked}
      room="figure"
      empty={({ total }) => (total === 0 ? t('dashboard.surveysNone') : undefined)}
      link={{ to: '/survey', text: t('dashboard.allSurveys') }}
    >
      {({ list, total }) => (
        <ul className="dashboard-surveys">
          {list.map(({ id, title, responseCount }) => (
            <li key={id}>
              <Link to={`/survey/${id}`}>{title}</Link>
              <span>{t('dashboard.surveyResponses', { count: responseCount })}</span>
            </li>
          ))}
          {total > list.length && <li>{t('list.andMore', { count: total - list.length })}</li>}
        </ul>
      )}
    </Card>
  )
}
