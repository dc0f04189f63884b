/** What the provider's answers and the books show about a payment: in words, with the next step and where to take it. */
import { Link } from 'react-router'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/Note.tsx'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'

type Incident = PaymentDetail['incidents'][number]

/** The tab of payments that shows more of it. */
const tabOf = {
  MISMATCH: 'transactions',
  UNCLEAR: 'transactions',
  PAID_LATE: 'books',
  PAID_TWICE: 'books',
  REVERSED: 'books',
  BOOKS: 'books',
  STATEMENT_AMOUNT_DIFFERS: 'statements',
  STATEMENT_DOUBLE: 'statements',
  STATEMENT_MISSING_THERE: 'statements',
} as const satisfies Record<Incident['kind'], string>

export function Incidents({ payment }: { payment: PaymentDetail }) {
  const t = useText()
  if (payment.incidents.length === 0) return null
  return (
    <section className="incidents">
      <h3>{t('payments.incidents')}</h3>
      {payment.incidents.map((incident) => (
        <OneIncident
          key={[incident.kind, incident.at, incident.rule].join(' ')}
          incident={incident}
          payment={payment}
        />
      ))}
    </section>
  )
}

function OneIncident({ incident, payment }: { incident: Incident; payment: PaymentDetail }) {
  const t = useText()
  const format = useFormat()
  const { kind, at, attemptNo, providerRef, stated, rule, isOpen } = incident
  const own = payment.phone === null ? '–' : groupedPhone(payment.phone)
  const tab = tabOf[kind]
  const words = `?view=${tab}${tab === 'transactions' ? `&paymentId=${payment.paymentId}` : ''}`
  const said = t(`payments.incident.${kind}`, {
    no: attemptNo ?? 0,
    rule: rule ?? '',
    stated: stated ? format.money(stated.amount, stated.currency) : '',
    phone: stated?.phone ? groupedPhone(stated.phone) : own,
    ordered: format.money(payment.amount, payment.currency),
    own,
  })
  return (
    <Note tone={isOpen ? 'warning' : 'neutral'}>
      <p>{said}</p>
      <p>{isOpen || kind === 'REVERSED' ? t(`payments.incidentNext.${kind}`) : t('payments.incidentSettled')}</p>
      <p>
        <Link to={`/payments${words}`}>{t(`payments.incidentLink.${tab}`)}</Link>{' '}
        <small>
          <time dateTime={at}>{format.dateTime(at)}</time>
          {providerRef !== null && <code> {providerRef}</code>}
        </small>
      </p>
    </Note>
  )
}
