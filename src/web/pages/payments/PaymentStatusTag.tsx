import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  FormOutlined,
  HourglassOutlined,
  RollbackOutlined,
  SafetyOutlined,
  StopOutlined,
  SyncOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { PaymentRow } from '#contract/payments.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import { useText } from '../../i18n/text.ts'
import { type StatusLook, StatusTag } from '../../ui/StatusTag.tsx'
import { useReasonText } from './words.ts'

const looks: Record<PaymentStatus, StatusLook> = {
  ACCRUING: { tone: 'neutral', icon: HourglassOutlined },
  ELIGIBLE: { tone: 'neutral', icon: WalletOutlined },
  INITIATED: { tone: 'info', icon: FormOutlined },
  APPROVED: { tone: 'info', icon: SafetyOutlined },
  PROCESSING: { tone: 'warning', icon: SyncOutlined },
  SUCCESSFUL: { tone: 'success', icon: CheckCircleOutlined },
  FAILED: { tone: 'danger', icon: CloseCircleOutlined },
  REJECTED: { tone: 'danger', icon: StopOutlined },
  CANCELLED: { tone: 'neutral', icon: StopOutlined },
  REVERSING: { tone: 'warning', icon: ClockCircleOutlined },
  REVERSED: { tone: 'neutral', icon: RollbackOutlined },
}

function PaymentStatusTag({ status }: { status: PaymentStatus }) {
  const t = useText()
  return <StatusTag look={looks[status]}>{t(`payments.status.${status}`)}</StatusTag>
}

type Standing = Pick<PaymentRow, 'status' | 'processingState' | 'reason'>

/** The status with where the attempt stands, and what holds it up or ended it. */
export function PaymentStanding({ payment: { status, processingState, reason } }: { payment: Standing }) {
  const t = useText()
  const reasonText = useReasonText()
  const notes = [processingState && t(`payments.processing.${processingState}`), reason && reasonText(reason)].filter(
    Boolean,
  )
  return (
    <span className="payment-standing">
      <PaymentStatusTag status={status} />
      {notes.length > 0 && <small title={notes.join(' · ')}>{notes.join(' · ')}</small>}
    </span>
  )
}
