import { CheckCircleOutlined, PauseCircleOutlined } from '@ant-design/icons'
import type { Person } from '#contract/people.ts'
import { useText } from '../../i18n/text.ts'
import { type StatusLook, StatusTag } from '../../ui/StatusTag.tsx'

const looks: Record<Person['status'], StatusLook> = {
  ACTIVE: { tone: 'success', icon: CheckCircleOutlined },
  SUSPENDED: { tone: 'warning', icon: PauseCircleOutlined },
}

export function PersonStatusTag({ status }: { status: Person['status'] }) {
  const t = useText()
  return <StatusTag look={looks[status]}>{t(`people.status.${status}`)}</StatusTag>
}
