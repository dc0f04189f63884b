/** The first screen: what waits for me, then how all of it goes. One call brings the figures that the caller may see. */
import { type ReactNode, useState } from 'react'
import { type FirstStep, firstStepsFor } from '#domain/people/first-steps.ts'
import { fundingRight } from '#domain/money/funding.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { takesSteps } from '#domain/money/payment.ts'
import { useSession } from '../../api/session.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import {
  BalanceCard,
  FundingCard,
  LatestPaymentsCard,
  MyPaymentsCard,
  PaidDaysCard,
  PaymentsCard,
} from './payment-cards.tsx'
import { FilterBar } from './FilterBar.tsx'
import { BySurveyCard, DaysCard, FlagsCard, LatestResponsesCard, MapCard, ResponsesCard } from './response-cards.tsx'
import { type CardCall, type DashboardFilter, listAt, partOf, useDashboard } from './use-dashboard.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Note } from '../../ui/Note.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { weather } from '#contract/weather.ts'
import { useCall, useSend } from '../../api/query.ts'
import { Link } from 'react-router'
import { surveys } from '#contract/surveys.ts'
import { Card } from './Card.tsx'
import './dashboard.css'
import { type Dashboard, dashboard, type FirstSteps as Steps } from '#contract/dashboard.ts'
import { addUp } from '#domain/money/money.ts'
import { Amounts } from '../../money/Amounts.tsx'
import { bellPaths } from '#domain/people/bell.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** Seldom there, so it comes after the rest. */
const CountsAlarm = lazyComponent(async () => (await import('./CountsAlarm.tsx')).CountsAlarm)

export function DashboardPage() {
  const t = useText()
  const format = useFormat()
  const roleName = useRoleName()
  const { user, permissions, demo } = useSession()
  const [today] = useState(() => new Date().toISOString())
  const may = (permission: PermissionName) => permissions.list.includes(permission)
  const parts = {
    surveys: may('surveys.read'),
    responses: may('responses.read'),
    payments: may('payments.read'),
  }
  const mayStep = parts.payments && takesSteps(new Set(permissions.list))
  const mayFund = parts.payments && may(fundingRight)
  const mayReview = parts.responses && may('responses.review')
  const { filter, asked } = useDashboard()
  const { from, to, firstSteps: steps } = asked.data?.data ?? {}
  const span = from !== undefined && to !== undefined ? { from, to } : undefined
  // The first steps are above all else: nothing is shown that they would push down.
  const isWhole = !demo && firstStepsFor(new Set(permissions.list)).length > 0
  const waits = isWhole && !asked.data && !asked.error
  const ofResponses = { asked: partOf(asked, 'responses'), filter, span }
  const ofPayments = { asked: partOf(asked, 'payments'), filter }
  return (
    <section className="dashboard" data-whole={isWhole}>
      <title>{`${t('dashboard.title')} · Canvass`}</title>
      <header>
        <div>
          <h1>{t('dashboard.hello', { name: user?.name || user?.username })}</h1>
          <p>{format.longDate(today)}</p>
          <WeatherLine />
        </div>
        {(parts.responses || parts.payments) && <FilterBar filter={filter} span={span} canSearch={parts.surveys} />}
      </header>
      {may('logs.read') && <CountsAlarm />}
      {waits ? (
        <ScreenSkeleton />
      ) : (
        <>
          {asked.error && <LoadProblem error={asked.error} onRetry={() => void asked.refetch()} />}
          {steps && !demo && <FirstSteps first={steps} />}
          {(mayReview || mayStep || mayFund) && (
            <section aria-labelledby="dashboard-for-me">
              <h2 id="dashboard-for-me">{t('dashboard.forMe')}</h2>
              <div className="dashboard-mine">
                {mayReview && <ResponsesCard {...ofResponses} />}
                {mayStep && <MyPaymentsCard />}
                {mayFund && <FundingCard asked={ofPayments.asked} />}
              </div>
            </section>
          )}
          {Object.values(parts).some(Boolean) && (
            <section aria-labelledby="dashboard-state">
              <h2 id="dashboard-state">{t('dashboard.state')}</h2>
              <Figures asked={asked} filter={filter} parts={parts} />
              <div className="dashboard-state">
                {parts.responses && (
                  <>
                    <DaysCard {...ofResponses} />
                    <BySurveyCard {...ofResponses} />
                    <MapCard {...ofResponses} />
                    <LatestResponsesCard {...ofResponses} />
                  </>
                )}
                {parts.payments && (
                  <>
                    <PaymentsCard {...ofPayments} />
                    <PaidDaysCard {...ofPayments} />
                    <BalanceCard />
                    <LatestPaymentsCard {...ofPayments} />
                  </>
                )}
                {parts.responses && <FlagsCard {...ofResponses} />}
                {parts.surveys && <SurveysCard />}
              </div>
            </section>
          )}
          {user?.pendingRole && (
            <Note tone="info">{t('dashboard.roleWaits', { role: roleName(user.pendingRole) })}</Note>
          )}
          {!mayReview && !Object.values(parts).some(Boolean) && !user?.pendingRole && <p>{t('dashboard.nothing')}</p>}
        </>
      )}
    </section>
  )
}

/** The weather where the house is; nothing without a provider, or while it does not answer. */
function WeatherLine() {
  const t = useText()
  const { data } = useCall(weather.now, {})
  const [result] = data?.results ?? []
  if (!result) return null
  const { location, now } = result
  return <p>{t('dashboard.weather', { place: location.name, text: now.text, temperature: now.temperature })}</p>
}

const shown = 5

/** Surveys that take responses, the latest changed first. */
function SurveysCard() {
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

interface FiguresProps {
  asked: CardCall<{ data: Dashboard }>
  filter: DashboardFilter
  /** The parts that the caller may read; their room is kept while they load. */
  parts: Record<'surveys' | 'responses' | 'payments', boolean>
}

function Figures({ asked, filter: { surveyId }, parts }: FiguresProps) {
  const t = useText()
  const format = useFormat()
  const { surveys, responses, payments } = asked.data?.data ?? {}
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const paid = { view: 'all', status: 'SUCCESSFUL', surveyId }
  const isPilot = 'false'
  if (asked.error) return null
  return (
    <ul className="dashboard-figures" aria-busy={asked.isFetching}>
      {parts.surveys && (
        <Figure name={t('dashboard.surveys')} to="/survey?status=PUBLISHED">
          {surveys && format.number(surveys.live)}
        </Figure>
      )}
      {parts.responses && (
        <>
          <Figure
            name={t('dashboard.responsesToday')}
            to={listAt('/response', { from: today, to: today, surveyId, isPilot })}
          >
            {responses && format.number(responses.today)}
          </Figure>
          <Figure name={t('dashboard.responsesTotal')} to={listAt('/response', { surveyId, isPilot })}>
            {responses && format.number(responses.total)}
          </Figure>
        </>
      )}
      {parts.payments && (
        <>
          <Figure
            name={t('dashboard.paidToday')}
            to={listAt('/payments', { ...paid, updatedAt: `${today}..${today}` })}
          >
            {payments && <Amounts of={payments.paidToday} />}
          </Figure>
          <Figure
            name={t('dashboard.paidThisMonth')}
            to={listAt('/payments', { ...paid, updatedAt: `${today.slice(0, 8)}01..${today}` })}
          >
            {payments && <Amounts of={payments.paidThisMonth} />}
          </Figure>
          <Figure name={t('dashboard.float')} to="/payments?view=floats">
            {payments && <Amounts of={addUp(payments.float)} />}
          </Figure>
        </>
      )}
    </ul>
  )
}

function Figure({ name, to, children }: { name: string; to: string; children: ReactNode }) {
  return (
    <li className="panel">
      <Link to={to}>
        <span>{name}</span>
        <strong>{children ?? <i className="skeleton" />}</strong>
      </Link>
    </li>
  )
}

/** The steps of a survey are done in the newest one. */
function screenOf(step: FirstStep, surveyId: number | null): string {
  if (surveyId !== null && step === 'publish') return `/survey/${surveyId}`
  if (surveyId !== null && (step === 'reviewers' || step === 'collect')) return `/survey/${surveyId}?tab=access`
  return screens[step]
}

const screens: Record<FirstStep, string> = {
  secondAdministrator: '/admin',
  units: '/administrative-unit',
  provider: '/payments?view=floats',
  payers: '/admin',
  confirm: bellPaths.grants,
  survey: '/survey',
  participants: '/user',
  publish: '/survey',
  reviewers: '/survey',
  collect: '/survey',
  review: '/response',
  float: '/payments?view=floats',
  pay: '/payments',
}

function FirstSteps({ first: { surveyId, steps } }: { first: Steps }) {
  const t = useText()
  const away = useSend(dashboard.putMark, { refreshes: [dashboard.get] })
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel className="first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('dashboard.steps')}</h2>
        <span>{t('dashboard.stepsDone', { done, count: steps.length })}</span>
        <Button size="small" loading={away.isPending} onClick={() => away.mutate({ params: { mark: 'first-steps' } })}>
          {t('dashboard.stepsAway')}
        </Button>
      </header>
      <ErrorNote error={away.error} />
      <ol>
        {steps.map(({ step, isDone }) => (
          <li key={step} data-done={isDone}>
            <Link to={screenOf(step, surveyId)}>{t(`dashboard.step.${step}`)}</Link>
            <span>{isDone ? t('dashboard.stepDone') : t(`dashboard.stepWhy.${step}`)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
