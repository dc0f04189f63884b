import type { PaymentRow } from '#contract/payment-rows.ts'
import { reasonsForPeople } from '#domain/money/payment-ways.ts'
import { useText } from '../../i18n/text.ts'
import { useReasonText } from '../../i18n/reason-text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'

type ShownState = Pick<PaymentRow, 'status' | 'processingState' | 'reason'>

/** The status with the state of the attempt, and the reason that delays or ended it. */
export function PaymentState({ payment: { status, processingState, reason } }: { payment: ShownState }) {
  const t = useText()
  const reasonText = useReasonText()
  // Nothing is being checked any more: people settle it.
  const isMoving = processingState !== null && !reasonsForPeople.some((each) => each === reason)
  const notes = [isMoving && t(`payments.processing.${processingState}`), reason && reasonText(reason)].filter(Boolean)
  return (
    <span className="payment-standing">
      <RecordStatus of="payments" status={status} />
      {notes.length > 0 && <small title={notes.join(' · ')}>{notes.join(' · ')}</small>}
    </span>
  )
}
