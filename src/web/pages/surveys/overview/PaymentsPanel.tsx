/** What the survey owes and has paid, by status. */
import { Link } from 'react-router'
import { payments } from '#contract/payments.ts'
import { paymentStatuses } from '#domain/money/payment.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { Amounts } from '../../../money/Amounts.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export function PaymentsPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useCall(payments.list, { query: { surveyId: survey.id, pageSize: 1 } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Panel className="overview-part" aria-busy="true" />
  const there = paymentStatuses.filter((status) => data.statusCounts[status] > 0)
  return (
    <Panel className="overview-part" heading={t('surveys.payments')}>
      {there.length === 0 && <p className="blank">{t('surveys.paymentsNone')}</p>}
      {there.length > 0 && (
        <>
          <ul className="overview-payments">
            {there.map((status) => (
              <li key={status}>
                <RecordStatus of="payments" status={status} />
                <span>{format.number(data.statusCounts[status])}</span>
                <Amounts of={data.amounts[status]} />
              </li>
            ))}
          </ul>
          <p>
            <Link to={`/payments?surveyId=${survey.id}`}>{t('surveys.paymentsOpen')}</Link>
          </p>
        </>
      )}
    </Panel>
  )
}
