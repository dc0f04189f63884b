/** Every payment that would take the step, the largest first: to whom, for what, how much. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { collectPayments } from '../collect-payments.ts'
import { Amount, Payee } from '../payment-columns.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { Entry } from '../Entry.tsx'
import { useBeforePrint } from '../Paper.tsx'
import { Button } from '../../../ui/Button.tsx'
import '../../../ui/table.css'

/** So many are drawn at once; the rest on demand. */
const shownAtFirst = 100

export function SelectionRows({ id }: { id: number }) {
  const t = useText()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  useBeforePrint(() => setWhole(true))
  const query = { selectionId: String(id), outcome: 'OPEN', sort: '-amount' }
  const { data, error, refetch } = useQuery({
    queryKey: ['payments-selection', id],
    queryFn: ({ signal }) => collectPayments(query, signal),
  })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <PaymentsSkeleton />
  const rows = data
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst)
  return (
    <section className="review-rows">
      <h2>{t('payments.review.rows')}</h2>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('payments.field.id')}</th>
              <th scope="col">{t('payments.field.participant')}</th>
              <th scope="col" className="wide-only">
                {t('payments.field.surveyTitle')}
              </th>
              <th scope="col" className="table-end">
                {t('payments.field.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.paymentId}>
                <td>{row.id}</td>
                <th scope="row">
                  <Payee payment={row} />
                  <Entry payment={row} />
                </th>
                <td className="wide-only">{row.surveyTitle}</td>
                <td className="table-end">
                  <Amount amount={row.amount} currency={row.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <Button onClick={() => setWhole(true)}>
          {t('payments.review.showAll', { count: rows.length, shown: format.number(shown.length) })}
        </Button>
      )}
    </section>
  )
}
