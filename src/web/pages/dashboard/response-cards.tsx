/** How the responses come in: by day, by survey, on a map, the latest, and those that a flag was raised for. */
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { BarTable } from '../../charts/BarTable.tsx'
import { DayChart } from '../../charts/DayChart.tsx'
import { useFormat, useText, useTextOr } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Card } from './Card.tsx'
import { type CardCall, type DashboardFilter, listAt } from './use-dashboard.ts'

/** A map is larger than the rest of the screen. */
const ChartMap = lazyComponent(async () => (await import('../../charts/ChartMap.tsx')).ChartMap, 'reference')

export interface ResponseCardProps {
  asked: CardCall<NonNullable<Dashboard['responses']>>
  filter: DashboardFilter
  /** The days that were counted. */
  span?: { from: string; to: string } | undefined
}

const noPilots = 'false'

function countAll(days: readonly { n: number }[]): number {
  return days.reduce((sum, { n }) => sum + n, 0)
}

/** Beside as many days right before; a share of nothing says nothing. */
function Change({ count, before }: { count: number; before: number }) {
  const t = useText()
  if (before === 0) return <span>{t('dashboard.noneBefore')}</span>
  const percent = Math.round((count / before - 1) * 100)
  const change = percent === 0 ? 'same' : percent > 0 ? 'more' : 'fewer'
  return <span>{t(`dashboard.change.${change}`, { percent: Math.abs(percent) })}</span>
}

export function DaysCard({ asked, filter: { surveyId }, span }: ResponseCardProps) {
  const t = useText()
  const format = useFormat()
  const to = listAt('/response', { ...span, surveyId, isPilot: noPilots })
  return (
    <Card
      title={t('dashboard.perDay')}
      asked={asked}
      room="chart"
      empty={({ days }) => (days.every(({ n }) => n === 0) ? t('dashboard.daysNone') : undefined)}
      link={{ to, text: t('dashboard.daysOpen') }}
    >
      {({ days, before }) => (
        <>
          <p className="dashboard-figure">
            {format.number(countAll(days))} <Change count={countAll(days)} before={before} />
          </p>
          <DayChart
            days={days}
            title={t('dashboard.perDay')}
            counted={t('dashboard.counted')}
            none={t('dashboard.daysNone')}
          />
        </>
      )}
    </Card>
  )
}

export function BySurveyCard({ asked, span }: ResponseCardProps) {
  const t = useText()
  return (
    <Card
      title={t('dashboard.bySurvey')}
      asked={asked}
      room="figure"
      empty={({ bySurvey }) => (bySurvey.length === 0 ? t('dashboard.daysNone') : undefined)}
      link={{ to: '/survey', text: t('dashboard.allSurveys') }}
    >
      {({ bySurvey, days }) => (
        <BarTable
          caption={t('dashboard.bySurvey')}
          of={countAll(days)}
          rows={bySurvey.map(({ surveyId, title, n }) => ({
            label: title,
            n,
            to: listAt('/response', { surveyId, ...span, isPilot: noPilots }),
          }))}
        />
      )}
    </Card>
  )
}

export function MapCard({ asked, filter: { surveyId }, span }: ResponseCardProps) {
  const t = useText()
  return (
    <Card
      title={t('dashboard.map')}
      asked={asked}
      room="map"
      empty={({ places }) => (places.length === 0 ? t('dashboard.mapNone') : undefined)}
      link={{ to: listAt('/response', { ...span, surveyId }), text: t('dashboard.daysOpen') }}
    >
      {({ places, looked }) => (
        <>
          <Suspense fallback={<div className="skeleton dashboard-map" />}>
            <div className="dashboard-map">
              <ChartMap key={JSON.stringify(places)} label={t('dashboard.map')} places={places} />
            </div>
          </Suspense>
          <p className="blank">{t('dashboard.mapOf', { count: looked })}</p>
        </>
      )}
    </Card>
  )
}

export function LatestResponsesCard({ asked, filter: { surveyId } }: ResponseCardProps) {
  const t = useText()
  const format = useFormat()
  return (
    <Card
      title={t('dashboard.latestResponses')}
      asked={asked}
      room="list"
      empty={({ latest }) => (latest.length === 0 ? t('dashboard.daysNone') : undefined)}
      link={{ to: listAt('/response', { surveyId }), text: t('dashboard.allResponses') }}
    >
      {({ latest }) => (
        <ul className="dashboard-latest">
          {latest.map(({ id, surveyTitle, participant, status, submittedAt }) => (
            <li key={id}>
              <Link to={`/response?open=${id}`}>{participant?.name || t('dashboard.number', { id: String(id) })}</Link>
              <RecordStatus of="responses" status={status} />
              <small>{surveyTitle}</small>
              <small>{format.dateTime(submittedAt)}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function FlagsCard({ asked, filter: { surveyId } }: ResponseCardProps) {
  const t = useText()
  const textOr = useTextOr()
  return (
    <Card
      title={t('dashboard.flags')}
      asked={asked}
      room="figure"
      empty={({ flags }) => (flags.length === 0 ? t('dashboard.flagsNone') : undefined)}
      link={{ to: listAt('/response', { surveyId }), text: t('dashboard.allResponses') }}
    >
      {({ flags }) => (
        <BarTable
          caption={t('dashboard.flags')}
          of={countAll(flags)}
          rows={flags.map(({ flag, n }) => ({
            label: textOr(`responses.flags.${flag}`, flag),
            n,
            to: listAt('/response', { flags: flag, surveyId }),
          }))}
        />
      )}
    </Card>
  )
}

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
      room="mine"
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
