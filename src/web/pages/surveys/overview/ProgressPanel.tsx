/** How far the survey is: what came in, how much of it is judged, who answered, day by day. */
import { Link } from 'react-router'
import { surveyLife } from '#contract/survey-life.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { type ResponseStatus, responseStatuses } from '#domain/answers/response.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type Share, ShareBar } from '../../../ui/ShareBar.tsx'
import { DayChart } from '../../../charts/DayChart.tsx'
import { Unattended } from '../Unattended.tsx'

const tones: Record<ResponseStatus, Share['tone']> = {
  RECEIVED: 'info',
  IN_REVIEW: 'accent',
  HAS_ISSUES: 'warning',
  EDITED: 'warning',
  APPROVED: 'success',
  REJECTED: 'danger',
}

export function ProgressPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const canRead = useCan('responses.read')
  const format = useFormat()
  const { data, error, refetch } = useCall(surveyLife.progress, { params: { surveyId: survey.id } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Panel className="overview-part" aria-busy="true" />
  const { byStatus, days, pilotCount, unattended } = data.data
  const count = responseStatuses.reduce((sum, status) => sum + byStatus[status], 0)
  const there = responseStatuses.filter((status) => byStatus[status] > 0)
  const { participantCount, participantLimit: limit } = survey
  const isOpen = survey.status === 'PUBLISHED' || survey.pilot
  const pilotWords = t('surveys.pilotCount', { count: pilotCount })
  const words = (status: ResponseStatus) => t(`responses.status.${status}`)
  return (
    <Panel className="overview-part" heading={t('surveys.progress')}>
      <p className="overview-figure">
        <strong>{t('surveys.receivedOf', { count })}</strong>
        <span>
          {limit === null
            ? t('surveys.participantsSoFar', { count: participantCount })
            : t('surveys.participantsOf', { count: participantCount, limit })}
        </span>
      </p>
      {limit !== null && (
        <ShareBar
          shares={[
            { key: 'in', value: participantCount, tone: 'accent' },
            { key: 'free', value: limit - participantCount, tone: 'neutral' },
          ]}
        />
      )}
      {there.length > 0 && (
        <>
          <ShareBar shares={there.map((status) => ({ key: status, value: byStatus[status], tone: tones[status] }))} />
          <ul className="overview-legend">
            {there.map((status) => (
              <li key={status} className={`tone-${tones[status]}`}>
                {canRead ? (
                  <Link to={`/response?surveyId=${survey.id}&status=${status}`}>{words(status)}</Link>
                ) : (
                  <span>{words(status)}</span>
                )}
                <b>{format.number(byStatus[status])}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {pilotCount > 0 && (
        <p className="overview-note">
          {canRead ? <Link to={`/response?surveyId=${survey.id}&isPilot=true`}>{pilotWords}</Link> : pilotWords}
        </p>
      )}
      {isOpen && unattended.length > 0 && (
        <Note tone="warning">
          <strong>{t('surveys.unattended.title')}</strong>
          <Unattended survey={survey} works={unattended} />
        </Note>
      )}
      <h3>{t('surveys.perDay')}</h3>
      <DayChart
        days={days}
        title={t('surveys.perDay')}
        counted={t('surveys.field.responseCount')}
        none={t('surveys.perDayNone')}
      />
    </Panel>
  )
}
