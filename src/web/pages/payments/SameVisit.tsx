/** Another payment of the same visit is paid or under way: which one, and why there is one more. Before every step on it. */
import { Link } from 'react-router'
import type { Selection } from '#contract/payment-runs.ts'
import { isPaid } from '#domain/money/payment.ts'
import { useText } from '../../i18n/text.ts'

type Same = Selection['sameVisit']['sample'][number]

interface SameVisitProps {
  /** Payments with others of their visit. */
  sample: readonly Same[]
  /** Of them, those named and the rest. */
  count: number
}

/** So many are named. */
const shown = 20

export function SameVisit({ sample, count }: SameVisitProps) {
  const t = useText()
  if (count === 0) return null
  const named = sample.slice(0, shown)
  return (
    <details className="review-exception note tone-warning" open={count <= 5}>
      <summary>{t('payments.sameVisit', { count })}</summary>
      <ul>
        {named.map((payment) => (
          <li key={payment.paymentId}>
            <Others payment={payment} isAlone={count === 1} />
          </li>
        ))}
        {count > named.length && <li>{t('list.andMore', { count: count - named.length })}</li>}
      </ul>
    </details>
  )
}

function Others({ payment: { id, paymentId, others, overrideReason }, isAlone }: { payment: Same; isAlone: boolean }) {
  const t = useText()
  const reason = (why: string | null) => why && ` ${t('payments.sameVisit.reason', { why })}`
  return (
    <>
      {!isAlone && <PaymentLink id={id} paymentId={paymentId} />}
      {reason(overrideReason)}
      <ul>
        {others.map((other) => (
          <li key={other.paymentId}>
            <PaymentLink id={other.id} paymentId={other.paymentId} />{' '}
            {t(`payments.sameVisit.${isPaid(other.status) ? 'paid' : 'underWay'}`, {
              status: t(`payments.status.${other.status}`),
            })}
            {reason(other.overrideReason)}
          </li>
        ))}
      </ul>
    </>
  )
}

function PaymentLink({ id, paymentId }: Pick<Same, 'id' | 'paymentId'>) {
  const t = useText()
  return <Link to={`/payments?view=all&open=${paymentId}`}>{t('payments.number', { id: String(id) })}</Link>
}
