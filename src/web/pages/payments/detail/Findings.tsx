/** What people established about the money of a payment, the latest first. */
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { useFormat, useText } from '../../../i18n/text.ts'

export function Findings({ findings }: { findings: PaymentDetail['findings'] }) {
  const t = useText()
  const format = useFormat()
  if (findings.length === 0) return null
  return (
    <section className="findings">
      <h3>{t('payments.findings')}</h3>
      <ol>
        {findings.map(({ at, outcome, actorName, evidence, document }) => (
          <li key={at + actorName}>
            <strong>{t(`payments.outcome.${outcome}`)}</strong> {actorName}{' '}
            <time dateTime={at}>{format.dateTime(at)}</time>
            <blockquote>
              {evidence}
              {document !== null && <small> {document}</small>}
            </blockquote>
          </li>
        ))}
      </ol>
    </section>
  )
}
