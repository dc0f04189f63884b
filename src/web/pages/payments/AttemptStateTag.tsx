import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  HourglassOutlined,
  QuestionCircleOutlined,
  RollbackOutlined,
  SendOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { AttemptState } from '#domain/payment.ts'
import { useText } from '../../i18n/text.ts'
import { type StatusLook, StatusTag } from '../../ui/StatusTag.tsx'

const looks: Record<AttemptState, StatusLook> = {
  QUEUED: { tone: 'neutral', icon: HourglassOutlined },
  SENDING: { tone: 'info', icon: SyncOutlined },
  SENT: { tone: 'info', icon: SendOutlined },
  UNKNOWN: { tone: 'warning', icon: QuestionCircleOutlined },
  SUCCESSFUL: { tone: 'success', icon: CheckCircleOutlined },
  FAILED: { tone: 'danger', icon: CloseCircleOutlined },
  RECALLED: { tone: 'neutral', icon: RollbackOutlined },
}

export function AttemptStateTag({ state }: { state: AttemptState }) {
  const t = useText()
  return <StatusTag look={looks[state]}>{t(`transactions.state.${state}`)}</StatusTag>
}
