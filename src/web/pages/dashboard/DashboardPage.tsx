/** The first screen: what waits for me, then how all of it goes. One call brings the figures that the caller may see. */
import { useState } from 'react'
import { firstStepsFor, type FirstStep } from '#domain/people/first-steps.ts'
import { fundingRight } from '#domain/money/funding.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { takesSteps } from '#domain/money/payment.ts'
import { useSession } from '../../api/session.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Figures } from './Figures.tsx'
import { FilterBar } from './FilterBar.tsx'
import { FundingCard, LatestPaymentsCard, MyPaymentsCard, PaidDaysCard, PaymentsCard } from './payment-cards.tsx'
import { BySurveyCard, DaysCard, FlagsCard, LatestResponsesCard, MapCard, ResponsesCard } from './response-cards.tsx'
import { partOf, useDashboard } from './use-dashboard.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Note } from '../../ui/Note.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { weather } from '#contract/weather.ts'
import { useCall, useSend } from '../../api/query.ts'
import { Link } from 'react-router'
import { dashboard, type FirstSteps as Steps } from '#contract/dashboard.ts'
import { bellPaths } from '#domain/people/bell.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import './dashboard.css'

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
                    <MapCard {...ofResponses} />
                    <LatestResponsesCard {...ofResponses} />
                    <BySurveyCard {...ofResponses} />
                    <FlagsCard {...ofResponses} />
                  </>
                )}
                {parts.payments && (
                  <>
                    <PaidDaysCard {...ofPayments} />
                    <PaymentsCard {...ofPayments} />
                    <LatestPaymentsCard {...ofPayments} />
                  </>
                )}
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

/** The steps of a survey are done in the newest one. */
function screenOf(step: FirstStep, surveyId: number | null): string {
  if (surveyId !== null && step === 'publish') return `/survey/${surveyId}`
  if (surveyId !== null && step === 'reviewers') return `/survey/${surveyId}?tab=access`
  if (surveyId !== null && step === 'collect') return `/survey/${surveyId}?tab=access&part=links`
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
