import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  EditOutlined,
  InboxOutlined,
  RollbackOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { TaskStatus } from '#domain/task.ts'
import { useText } from '../../i18n/text.ts'
import { type StatusLook, StatusTag } from '../../ui/StatusTag.tsx'

const statusLooks: Record<TaskStatus, StatusLook> = {
  0: { tone: 'neutral', icon: ClockCircleOutlined },
  1: { tone: 'info', icon: EditOutlined },
  2: { tone: 'info', icon: InboxOutlined },
  3: { tone: 'success', icon: CheckCircleOutlined },
  4: { tone: 'warning', icon: RollbackOutlined },
  5: { tone: 'neutral', icon: StopOutlined },
}

export function TaskStatusTag({ status }: { status: TaskStatus }) {
  const t = useText()
  return <StatusTag look={statusLooks[status]}>{t(`tasks.status.${status}`)}</StatusTag>
}
