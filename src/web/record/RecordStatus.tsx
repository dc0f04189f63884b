/** The status of a record as icon and word, wherever it is shown: `<RecordStatus of="payments" status={status} />`. */
import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  ExclamationCircleOutlined,
  ExperimentOutlined,
  EyeOutlined,
  FormOutlined,
  HourglassOutlined,
  InboxOutlined,
  PauseCircleOutlined,
  QuestionCircleOutlined,
  RollbackOutlined,
  SafetyOutlined,
  SendOutlined,
  StopOutlined,
  SyncOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { Person } from '#contract/people.ts'
import type { FundingStatus } from '#domain/money/funding.ts'
import type { AttemptState, PaymentStatus } from '#domain/money/payment.ts'
import type { ResponseStatus } from '#domain/answers/response.ts'
import type { SurveyStatus } from '#domain/surveys/survey.ts'
import type { TaskStatus } from '#domain/people/task.ts'
import { useTextOr } from '../i18n/text.ts'
import { type StatusLook, StatusTag } from '../ui/StatusTag.tsx'

interface Statuses {
  people: Person['status']
  surveys: SurveyStatus
  responses: ResponseStatus
  tasks: TaskStatus
  payments: PaymentStatus
  transactions: AttemptState
  floats: FundingStatus
}

const looks: { [Of in keyof Statuses]: Record<Statuses[Of], StatusLook> } = {
  people: {
    ACTIVE: { tone: 'success', icon: CheckCircleOutlined },
    SUSPENDED: { tone: 'warning', icon: PauseCircleOutlined },
  },
  surveys: {
    DRAFT: { tone: 'neutral', icon: EditOutlined },
    PILOT: { tone: 'info', icon: ExperimentOutlined },
    PUBLISHED: { tone: 'success', icon: CheckCircleOutlined },
    PAUSED: { tone: 'warning', icon: PauseCircleOutlined },
    CLOSED: { tone: 'neutral', icon: StopOutlined },
    ARCHIVED: { tone: 'neutral', icon: InboxOutlined },
  },
  responses: {
    RECEIVED: { tone: 'info', icon: InboxOutlined },
    IN_REVIEW: { tone: 'info', icon: EyeOutlined },
    HAS_ISSUES: { tone: 'warning', icon: ExclamationCircleOutlined },
    EDITED: { tone: 'warning', icon: EditOutlined },
    APPROVED: { tone: 'success', icon: CheckCircleOutlined },
    REJECTED: { tone: 'danger', icon: CloseCircleOutlined },
  },
  tasks: {
    0: { tone: 'neutral', icon: ClockCircleOutlined },
    1: { tone: 'info', icon: EditOutlined },
    2: { tone: 'info', icon: InboxOutlined },
    3: { tone: 'success', icon: CheckCircleOutlined },
    4: { tone: 'warning', icon: RollbackOutlined },
    5: { tone: 'neutral', icon: StopOutlined },
  },
  payments: {
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
  },
  transactions: {
    QUEUED: { tone: 'neutral', icon: HourglassOutlined },
    SENDING: { tone: 'info', icon: SyncOutlined },
    SENT: { tone: 'info', icon: SendOutlined },
    UNKNOWN: { tone: 'warning', icon: QuestionCircleOutlined },
    SUCCESSFUL: { tone: 'success', icon: CheckCircleOutlined },
    FAILED: { tone: 'danger', icon: CloseCircleOutlined },
    RECALLED: { tone: 'neutral', icon: RollbackOutlined },
  },
  floats: {
    ASKED: { tone: 'warning', icon: HourglassOutlined },
    CONFIRMED: { tone: 'success', icon: CheckCircleOutlined },
    REFUSED: { tone: 'neutral', icon: StopOutlined },
  },
}

type RecordStatusProps = { [Of in keyof Statuses]: { of: Of; status: Statuses[Of] } }[keyof Statuses]

export function RecordStatus({ of, status }: RecordStatusProps) {
  const textOr = useTextOr()
  const ofKind: Partial<Record<string, StatusLook>> = looks[of]
  const words = textOr(`${of}.${of === 'transactions' ? 'state' : 'status'}.${status}`, String(status))
  const look = ofKind[status]
  return look ? <StatusTag look={look}>{words}</StatusTag> : words
}
