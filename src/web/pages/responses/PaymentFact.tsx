import type { ResponseDetail } from '#contract/responses.ts'
import { useText, useTextOr } from '../../i18n/text.ts'

/** How far the payment of a response is, and what it waits for. */
export function PaymentFact({ response: { paymentStatus, isPilot } }: { response: ResponseDetail }) {
  const t = useText()
  const textOr = useTextOr()
  if (paymentStatus === null) return t(isPilot ? 'responses.payment.pilot' : 'responses.payment.none')
  return textOr(`responses.payment.${paymentStatus}`, paymentStatus)
}
