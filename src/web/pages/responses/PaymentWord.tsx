import { useTextOr } from '../../i18n/text.ts'

/** How far the payment of a response is. */
export function PaymentWord({ status }: { status: string | null }) {
  const textOr = useTextOr()
  if (status === null) return <span className="blank">–</span>
  return textOr(`payments.status.${status}`, status)
}
