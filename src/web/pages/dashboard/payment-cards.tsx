/** How the money goes out: by day, and the latest payments. */
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { DayChart } from '../../charts/DayChart.tsx'
import { useFormat, useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Card } from './Card.tsx'
import { type CardCall, type DashboardFilter, listAt } from './use-dashboard.ts'
import { bellPaths } from '#domain/people/bell.ts'
import { payments } from '#contract/payments.ts'
import { addUp } from '#domain/money/money.ts'
import { type PaymentStatus, paymentStatuses } from '#domain/money/payment.ts'
import { useCall } from '../../api/query.ts'
import { Amounts } from '../../money/Amounts.tsx'
import { type Share, ShareBar } from '../../ui/ShareBar.tsx'
import { TableHead } from '../../ui/Table.tsx'

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

/** Money that others ask to book into a float or out of one: it waits for a second person. */
export function FundingCard({ asked }: { asked: CardCall<NonNullable<Dashboard['payments']>> }) {
  const t = useText()
  const format = useFormat()
  return (
    <Card
      title={t('dashboard.funding')}
      asked={asked}
      room="mine"
      empty={({ fundingForMe }) => (fundingForMe ? undefined : t('dashboard.fundingNone'))}
      link={{ to: bellPaths.funding, text: t('dashboard.fundingOpen') }}
    >
      {({ fundingForMe }) => <p className="dashboard-figure">{format.number(fundingForMe ?? 0)}</p>}
    </Card>
  )
}

/** Payments whose next step is mine, with what they come to. */
export function MyPaymentsCard() {
  const t = useText()
  const format = useFormat()
  const asked = useCall(payments.list, { query: { waitingForMe: 'true', pageSize: 1 } })
  return (
    <Card
      title={t('dashboard.myPayments')}
      asked={asked}
      room="mine"
      empty={({ total }) => (total === 0 ? t('dashboard.myPaymentsNone') : undefined)}
      link={{ to: '/payments', text: t('dashboard.myPaymentsOpen') }}
    >
      {({ total, statusCounts, amounts }) => (
        <>
          <p className="dashboard-figure">
            {format.number(total)} <Amounts of={addUp(paymentStatuses.flatMap((status) => amounts[status]))} />
          </p>
          <ul className="dashboard-parts">
            {paymentStatuses
              .filter((status) => statusCounts[status] > 0)
              .map((status) => (
                <li key={status}>
                  <Link to={`/payments?status=${status}`}>
                    {t(`payments.status.${status}`)} <strong>{format.number(statusCounts[status])}</strong>
                  </Link>
                </li>
              ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const tones: Record<PaymentStatus, Share['tone']> = {
  ELIGIBLE: 'neutral',
  INITIATED: 'info',
  APPROVED: 'accent',
  PROCESSING: 'warning',
  SUCCESSFUL: 'success',
  FAILED: 'danger',
  REJECTED: 'danger',
  CANCELLED: 'neutral',
  REVERSING: 'warning',
  REVERSED: 'neutral',
}

/** All payments, by where they stand: how many and how much. */
export function PaymentsCard({ asked, filter: { surveyId } }: PaymentsCardProps) {
  const t = useText()
  const format = useFormat()
  return (
    <Card
      title={t('dashboard.payments')}
      asked={asked}
      room="list"
      empty={({ statusCounts }) =>
        Object.values(statusCounts).every((n) => n === 0) ? t('dashboard.paymentsNone') : undefined
      }
      link={{ to: listAt('/payments', { view: 'all', surveyId }), text: t('dashboard.allPayments') }}
    >
      {({ statusCounts, amounts }) => {
        const shown = paymentStatuses.filter((status) => statusCounts[status] > 0)
        return (
          <>
            <ShareBar shares={shown.map((key) => ({ key, value: statusCounts[key], tone: tones[key] }))} />
            <table className="dashboard-statuses">
              <TableHead
                className="visually-hidden"
                heads={['payments.field.status', 'payments.review.count', 'payments.field.amount']}
              />
              <tbody>
                {shown.map((status) => (
                  <tr key={status}>
                    <th scope="row">
                      <span className={`dashboard-key tone-${tones[status]}`} aria-hidden="true" />
                      <Link to={listAt('/payments', { view: 'all', status, surveyId })}>
                        {t(`payments.status.${status}`)}
                      </Link>
                    </th>
                    <td>{format.number(statusCounts[status])}</td>
                    <td>
                      <Amounts of={amounts[status]} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
      }}
    </Card>
  )
}
