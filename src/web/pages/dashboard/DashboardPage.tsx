/** The first screen: what waits for me, then how all of it goes. One call brings the figures that the caller may see. */
import { useState } from 'react'
import { firstStepsFor } from '#domain/people/first-steps.ts'
import { fundingRight } from '#domain/money/funding.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { takesSteps } from '#domain/money/payment.ts'
import { useSession } from '../../api/session.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Figures } from './Figures.tsx'
import { FilterBar } from './FilterBar.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { FundingCard, LatestPaymentsCard, MyPaymentsCard, PaidDaysCard, PaymentsCard } from './payment-cards.tsx'
import { BySurveyCard, DaysCard, FlagsCard, LatestResponsesCard, MapCard, ResponsesCard } from './response-cards.tsx'
import { partOf, useDashboard } from './use-dashboard.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Note } from '../../ui/Note.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { weather } from '#contract/weather.ts'
import { useCall } from '../../api/query.ts'
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
