/** What a person can do about what holds up a payment, in plain words. */
import type { PaymentRow } from '#contract/payments.ts'
import { meaningOf } from '#domain/provider-codes.ts'
import { useText, useTextOr } from '../../i18n/text.ts'

const stopped: readonly string[] = ['PROCESSING', 'FAILED', 'REJECTED']

export function NextAction({ payment: { status, hold, reason } }: { payment: PaymentRow }) {
  const t = useText()
  const textOr = useTextOr()
  if (hold === null && !stopped.includes(status) && reason !== 'PAID_LATE') return null
  const codes = [hold, reason, reason && meaningOf(reason), status]
  const said = codes.map((code) => (code ? textOr(`payments.next.${code}`, '') : '')).find((text) => text !== '')
  return said === undefined ? null : (
    <p className="next-action">
      <strong>{t('payments.next')}</strong> {said}
    </p>
  )
}
