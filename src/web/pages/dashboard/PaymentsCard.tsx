import { Link } from 'react-router'
import { paymentStatuses, type PaymentStatus } from '#domain/money/payment.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Amounts } from '../../money/Amounts.tsx'
import { type Share, ShareBar } from '../../ui/ShareBar.tsx'
import { TableHead } from '../../ui/Table.tsx'
import { Card } from './Card.tsx'
import { listAt } from './use-dashboard.ts'
import type { PaymentsCardProps } from './payment-cards.tsx'

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
