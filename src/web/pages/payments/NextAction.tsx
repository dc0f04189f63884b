/** What people can do about a payment where it is, in plain words, and which rights that takes. */
import type { PaymentRow } from '#contract/payment-rows.ts'
import { moversOf } from '#domain/money/payment-ways.ts'
import { meaningOf } from '#domain/money/provider-codes.ts'
import { useText, useTextOr } from '../../i18n/text.ts'

export function NextAction({ payment: { status, hold, reason } }: { payment: PaymentRow }) {
  const t = useText()
  const textOr = useTextOr()
  const codes = [hold, reason, reason && meaningOf(reason)].map((code) =>
    code ? textOr(`payments.next.${code}`, '') : '',
  )
  return (
    <p className="next-action">
      <strong>{t('payments.next')}</strong> {codes.find((text) => text !== '') ?? t(`payments.next.${status}`)}
    </p>
  )
}

export function Movers({ payment: { status } }: { payment: PaymentRow }) {
  const t = useText()
  const textOr = useTextOr()
  const rights = moversOf(status).map((name) => textOr(`payments.right.${name.replace('payments.', '')}`, name))
  return rights.length === 0 ? null : (
    <p className="next-action blank">{t('payments.movers', { rights: rights.join(', ') })}</p>
  )
}
