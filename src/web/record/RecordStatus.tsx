/** Every status that a screen shows, as icon and word: `<RecordStatus of="payments" status={status} />`. */
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
  MinusCircleOutlined,
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
import type { JobState } from '#domain/jobs.ts'
import type { RunOutcome, RunState } from '#domain/money/payment-run.ts'
import type { AttemptState, PaymentStatus } from '#domain/money/payment.ts'
import type { ResponseStatus } from '#domain/answers/response.ts'
import type { SiteStatus } from '#domain/people/site.ts'
import type { SurveyStatus } from '#domain/surveys/survey.ts'
import type { TaskStatus } from '#domain/people/task.ts'
import type { DeliveryState } from '#domain/webhooks.ts'
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
  sites: SiteStatus
  jobs: JobState
  runs: RunState
  webhooks: DeliveryState
  /** What a run did with a payment, and what the step of a selection would do. */
  results: RunOutcome
  verdicts: RunOutcome
}

const outcomes: Record<RunOutcome, StatusLook> = {
  DONE: { tone: 'success', icon: CheckCircleOutlined },
  SKIPPED: { tone: 'neutral', icon: MinusCircleOutlined },
  REFUSED: { tone: 'danger', icon: ExclamationCircleOutlined },
  OPEN: { tone: 'neutral', icon: ClockCircleOutlined },
}

export const looks: { [Of in keyof Statuses]: Record<Statuses[Of], StatusLook> } = {
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
  sites: {
    ACTIVE: { tone: 'success', icon: CheckCircleOutlined },
    INACTIVE: { tone: 'neutral', icon: StopOutlined },
  },
  jobs: {
    WAITING: { tone: 'neutral', icon: ClockCircleOutlined },
    RUNNING: { tone: 'info', icon: SyncOutlined },
    DONE: { tone: 'success', icon: CheckCircleOutlined },
    FAILED: { tone: 'danger', icon: ExclamationCircleOutlined },
    CANCELLED: { tone: 'warning', icon: StopOutlined },
  },
  runs: {
    WAITING: { tone: 'neutral', icon: ClockCircleOutlined },
    RUNNING: { tone: 'info', icon: SyncOutlined },
    PAUSED: { tone: 'warning', icon: PauseCircleOutlined },
    STOPPED: { tone: 'warning', icon: StopOutlined },
    DONE: { tone: 'success', icon: CheckCircleOutlined },
    FAILED: { tone: 'danger', icon: ExclamationCircleOutlined },
  },
  webhooks: {
    WAITING: { tone: 'neutral', icon: ClockCircleOutlined },
    DELIVERED: { tone: 'success', icon: CheckCircleOutlined },
    FAILED: { tone: 'danger', icon: CloseCircleOutlined },
  },
  results: outcomes,
  verdicts: outcomes,
}

/** Where the words are, if not in `<of>.status`. */
const words: { [Of in keyof Statuses]?: string } = {
  transactions: 'transactions.state',
  jobs: 'jobs.state',
  runs: 'payments.run.state',
  webhooks: 'webhooks.delivery',
  results: 'payments.run.result',
  verdicts: 'payments.run.verdict',
}

export function wordId(of: keyof Statuses, status: string | number): string {
  return `${words[of] ?? `${of}.status`}.${status}`
}

type RecordStatusProps = { [Of in keyof Statuses]: { of: Of; status: Statuses[Of] } }[keyof Statuses]

export function RecordStatus({ of, status }: RecordStatusProps) {
  const textOr = useTextOr()
  const ofKind: Partial<Record<string, StatusLook>> = looks[of]
  const word = textOr(wordId(of, status), String(status))
  const look = ofKind[status]
  return look ? <StatusTag look={look}>{word}</StatusTag> : word
}
