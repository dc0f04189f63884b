import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  ExclamationCircleOutlined,
  EyeOutlined,
  InboxOutlined,
} from '@ant-design/icons'
import type { ResponseStatus } from '#domain/response.ts'
import { useText } from '../../i18n/text.ts'
import { type StatusLook, StatusTag } from '../../ui/StatusTag.tsx'

const statusLooks: Record<ResponseStatus, StatusLook> = {
  RECEIVED: { tone: 'info', icon: InboxOutlined },
  IN_REVIEW: { tone: 'info', icon: EyeOutlined },
  HAS_ISSUES: { tone: 'warning', icon: ExclamationCircleOutlined },
  EDITED: { tone: 'warning', icon: EditOutlined },
  APPROVED: { tone: 'success', icon: CheckCircleOutlined },
  REJECTED: { tone: 'danger', icon: CloseCircleOutlined },
}

export function ResponseStatusTag({ status }: { status: ResponseStatus }) {
  const t = useText()
  return <StatusTag look={statusLooks[status]}>{t(`responses.status.${status}`)}</StatusTag>
}
