import {
  CheckCircleOutlined,
  EditOutlined,
  ExperimentOutlined,
  InboxOutlined,
  PauseCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { SurveyStatus } from '#domain/survey.ts'
import { useText } from '../../i18n/text.ts'
import { type StatusLook, StatusTag } from '../../ui/StatusTag.tsx'

const looks: Record<SurveyStatus, StatusLook> = {
  DRAFT: { tone: 'neutral', icon: EditOutlined },
  PILOT: { tone: 'info', icon: ExperimentOutlined },
  PUBLISHED: { tone: 'success', icon: CheckCircleOutlined },
  PAUSED: { tone: 'warning', icon: PauseCircleOutlined },
  CLOSED: { tone: 'neutral', icon: StopOutlined },
  ARCHIVED: { tone: 'neutral', icon: InboxOutlined },
}

export function SurveyStatusTag({ status }: { status: SurveyStatus }) {
  const t = useText()
  return <StatusTag look={looks[status]}>{t(`surveys.status.${status}`)}</StatusTag>
}
