import { useText } from '../../i18n/text.ts'

/** The placeholder for a payment, or a review of several, until it is there. */
export function PaymentsSkeleton() {
  const t = useText()
  return (
    <div className="payment-bones">
      <output className="visually-hidden">{t('form.loading')}</output>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}
