import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { SiteStatus } from '#domain/site.ts'
import { useText } from '../../i18n/text.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

const looks = {
  ACTIVE: { tone: 'success', icon: CheckCircleOutlined },
  INACTIVE: { tone: 'neutral', icon: StopOutlined },
} as const

export function SiteStatusTag({ status }: { status: SiteStatus }) {
  const t = useText()
  return <StatusTag look={looks[status]}>{t(`sites.status.${status}`)}</StatusTag>
}
