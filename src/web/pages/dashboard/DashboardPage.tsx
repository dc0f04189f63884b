/** The first screen: what waits for me, then how things stand. Each card asks for itself, and only what I may see. */
import { useState } from 'react'
import type { PermissionName } from '#domain/permissions.ts'
import { takesSteps } from '#domain/payment.ts'
import { useSession } from '../../api/session.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { BalanceCard } from './BalanceCard.tsx'
import { MyPaymentsCard } from './MyPaymentsCard.tsx'
import { PaymentsCard } from './PaymentsCard.tsx'
import { ResponsesCard } from './ResponsesCard.tsx'
import { SurveysCard } from './SurveysCard.tsx'
import { lazyComponent } from '../../lazy-component.ts'
import { WeatherLine } from './WeatherLine.tsx'
import { Note } from '../../ui/Note.tsx'
import { Stack } from '../../ui/Stack.tsx'
import './dashboard.css'

/** Seldom there, so it comes after the rest. */
const CountsAlarm = lazyComponent(async () => (await import('./CountsAlarm.tsx')).CountsAlarm)

export function DashboardPage() {
  const t = useText()
  const format = useFormat()
  const roleName = useRoleName()
  const { user, permissions } = useSession()
  const [today] = useState(() => new Date().toISOString())
  const may = (permission: PermissionName) => permissions.list.includes(permission)
  const maySeePayments = may('payments.read')
  const mayStep = maySeePayments && takesSteps(new Set(permissions.list))
  const mayReview = may('responses.read') && may('responses.review')
  const maySeeSurveys = may('surveys.read')
  return (
    <section className="dashboard">
      <title>{`${t('dashboard.title')} · Canvass`}</title>
      <header>
        <h1>{t('dashboard.hello', { name: user?.name || user?.username })}</h1>
        <p>{format.longDate(today)}</p>
        <WeatherLine />
      </header>
      {may('logs.read') && <CountsAlarm />}
      {(mayReview || mayStep) && (
        <section aria-labelledby="dashboard-for-me">
          <h2 id="dashboard-for-me">{t('dashboard.forMe')}</h2>
          <div className="dashboard-mine">
            {mayReview && <ResponsesCard />}
            {mayStep && <MyPaymentsCard />}
          </div>
        </section>
      )}
      {(maySeePayments || maySeeSurveys) && (
        <section aria-labelledby="dashboard-state">
          <h2 id="dashboard-state">{t('dashboard.state')}</h2>
          <div className="dashboard-state">
            {maySeePayments && <PaymentsCard />}
            <Stack gap="large">
              {maySeePayments && <BalanceCard />}
              {maySeeSurveys && <SurveysCard />}
            </Stack>
          </div>
        </section>
      )}
      {user?.pendingRole && <Note tone="info">{t('dashboard.roleWaits', { role: roleName(user.pendingRole) })}</Note>}
      {!mayReview && !maySeePayments && !maySeeSurveys && !user?.pendingRole && <p>{t('dashboard.nothing')}</p>}
    </section>
  )
}
