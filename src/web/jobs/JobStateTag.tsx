import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { JobState } from '#domain/jobs.ts'
import { useText } from '../i18n/text.ts'
import { type StatusLook, StatusTag } from '../ui/StatusTag.tsx'

const looks: Record<JobState, StatusLook> = {
  WAITING: { tone: 'neutral', icon: ClockCircleOutlined },
  RUNNING: { tone: 'info', icon: SyncOutlined },
  DONE: { tone: 'success', icon: CheckCircleOutlined },
  FAILED: { tone: 'danger', icon: ExclamationCircleOutlined },
  CANCELLED: { tone: 'warning', icon: StopOutlined },
}

export function JobStateTag({ state }: { state: JobState }) {
  const t = useText()
  return <StatusTag look={looks[state]}>{t(`jobs.state.${state}`)}</StatusTag>
}
