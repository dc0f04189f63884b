/** How the money goes out: by day, and the latest payments. */
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { DayChart } from '../../charts/DayChart.tsx'
import { useFormat, useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Card } from './Card.tsx'
import { type CardCall, type DashboardFilter, listAt } from './use-dashboard.ts'

export interface PaymentsCardProps {
  asked: CardCall<NonNullable<Dashboard['payments']>>
  filter: DashboardFilter
}

export function PaidDaysCard({ asked, filter: { surveyId } }: PaymentsCardProps) {
  const t = useText()
  return (
    <Card
      title={t('dashboard.paidPerDay')}
      asked={asked}
      room="chart"
      empty={({ paidDays }) => (paidDays.every(({ n }) => n === 0) ? t('dashboard.paidNone') : undefined)}
      link={{ to: listAt('/payments', { view: 'all', status: 'SUCCESSFUL', surveyId }), text: t('dashboard.paidOpen') }}
    >
      {({ paidDays }) => (
        <DayChart
          days={paidDays}
          title={t('dashboard.paidPerDay')}
          counted={t('dashboard.paidCount')}
          none={t('dashboard.paidNone')}
        />
      )}
    </Card>
  )
}

export function LatestPaymentsCard({ asked, filter: { surveyId } }: PaymentsCardProps) {
  const t = useText()
  const format = useFormat()
  return (
    <Card
      title={t('dashboard.latestPayments')}
      asked={asked}
      room="list"
      empty={({ latest }) => (latest.length === 0 ? t('dashboard.paymentsNone') : undefined)}
      link={{ to: listAt('/payments', { view: 'all', surveyId }), text: t('dashboard.allPayments') }}
    >
      {({ latest }) => (
        <ul className="dashboard-latest">
          {latest.map(({ paymentId, surveyTitle, participant, amount, currency, status, updatedAt }) => (
            <li key={paymentId}>
              <Link to={`/payments?view=all&open=${paymentId}`}>
                {format.money(amount, currency)} {participant && `· ${participant.name}`}
              </Link>
              <RecordStatus of="payments" status={status} />
              <small>{surveyTitle}</small>
              <small>{format.dateTime(updatedAt)}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
