import { useState } from 'react'
import type { PaymentRow } from '#contract/payments.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Amount, Payee } from '../payment-columns.tsx'
import { Entry } from '../Entry.tsx'
import { useBeforePrint } from '../Paper.tsx'
import { Button } from '../../../ui/Button.tsx'
import '../../../ui/table.css'

/** So many are drawn at once; the rest on demand. */
const shownAtFirst = 100

/** Every payment that would take the step: to whom, for what, how much. */
export function SheetRows({ rows }: { rows: readonly PaymentRow[] }) {
  const t = useText()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  useBeforePrint(() => setWhole(true))
  if (rows.length === 0) return null
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
