/** Payments left out of the step with the reason, and those that deserve a second look. */
import type { PaymentRow } from '#contract/payments.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { useRefusalText, usePaymentLabel } from '../words.ts'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { SameVisit } from '../SameVisit.tsx'
import type { Changed, Sheet } from './sheet.ts'
import { Note } from '../../../ui/Note.tsx'

export function Exceptions({ sheet: { refused, changed, gone, samePhone, sameVisit } }: { sheet: Sheet }) {
  const t = useText()
  const label = usePaymentLabel()
  const refusalText = useRefusalText()
  const changeText = useChangeText()
  const phoneText = usePhoneText()
  if (refused.length + changed.length + gone.length + samePhone.length + sameVisit.length === 0) {
    return <Note tone="success">{t('payments.review.noExceptions')}</Note>
  }
  return (
    <section className="review-exceptions">
      <h2>{t('payments.review.exceptions')}</h2>
      {refused.map(({ code, rows }) => (
        <Exception
          key={code}
          tone="warning"
          title={t('payments.review.leftOut', { count: rows.length, why: refusalText(code) })}
          lines={rows.map(label)}
        />
      ))}
      {gone.length > 0 && (
        <Exception
          tone="warning"
          title={t('payments.review.gone', { count: gone.length })}
          lines={gone.map((pick) => pick.label)}
        />
      )}
      {changed.length > 0 && (
        <Exception
          tone="warning"
          title={t('payments.review.changed', { count: changed.length })}
          lines={changed.map(changeText)}
        />
      )}
      <SameVisit sample={sameVisit} count={sameVisit.length} />
      {samePhone.length > 0 && (
        <Exception
          tone="info"
          title={t('payments.review.samePhone', { count: samePhone.length })}
          lines={samePhone.map(phoneText)}
        />
      )}
    </section>
  )
}

/** So many names are read out for one phone. */
const namesShown = 5

function usePhoneText(): (rows: readonly PaymentRow[]) => string {
  const t = useText()
  const label = usePaymentLabel()
  return (rows) => {
    const names = rows.slice(0, namesShown).map(label).join('; ')
    const more = rows.length > namesShown ? `; ${t('list.andMore', { count: rows.length - namesShown })}` : ''
    return `${groupedPhone(rows[0]?.phone ?? '')}: ${names}${more}`
  }
}

/** "Ana, MZN 500.00: amount MZN 400.00 → MZN 500.00; status Initiated → Approved". */
function useChangeText(): (changed: Changed) => string {
  const t = useText()
  const format = useFormat()
  return ({ pick, row }) => {
    const isOtherAmount = pick.amount !== row.amount || pick.currency !== row.currency
    const changes = [
      isOtherAmount &&
        `${t('payments.field.amount')} ${format.money(pick.amount, pick.currency)} → ${format.money(row.amount, row.currency)}`,
      pick.status !== row.status &&
        `${t('payments.field.status')} ${t(`payments.status.${pick.status}`)} → ${t(`payments.status.${row.status}`)}`,
    ].filter(Boolean)
    return `${pick.label}: ${changes.length > 0 ? changes.join('; ') : t('payments.review.otherChange')}`
  }
}

interface ExceptionProps {
  tone: 'warning' | 'info'
  title: string
  lines: readonly string[]
}

function Exception({ tone, title, lines }: ExceptionProps) {
  return (
    <details className={`review-exception note tone-${tone}`} open={lines.length <= 5}>
      <summary>{title}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
