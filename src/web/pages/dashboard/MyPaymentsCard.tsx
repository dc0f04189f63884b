import { Link } from 'react-router'
import { payments } from '#contract/payments.ts'
import { addUp } from '#domain/money/money.ts'
import { paymentStatuses } from '#domain/money/payment.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Amounts } from '../../money/Amounts.tsx'
import { Card } from './Card.tsx'

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
