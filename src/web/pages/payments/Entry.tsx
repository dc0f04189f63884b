/** What people entered about a manual payment, in one line: for a review, and on its paper. */
import type { PaymentRow } from '#contract/payment-rows.ts'
import { useText } from '../../i18n/text.ts'

export function Entry({ payment }: { payment: PaymentRow }) {
  const t = useText()
  const { kind, purpose, ownReference, locationId, overrideReason, upload } = payment
  if (kind !== 'MANUAL') return null
  const facts = [
    ['purpose', purpose],
    ['ownReference', ownReference],
    ['locationId', locationId === null ? null : String(locationId)],
    ['overrideReason', overrideReason],
    ['upload', upload?.name],
  ] as const
  return (
    <small className="payment-entry">
      {facts
        .flatMap(([name, value]) => (value ? [`${t(`payments.field.${name}`)}: ${value}`] : []))
        .concat(purpose === null ? [t('payments.noPurpose')] : [])
        .join(' · ')}
    </small>
  )
}
