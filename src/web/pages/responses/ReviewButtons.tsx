import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'

export type BulkTarget = 'APPROVED' | 'REJECTED'

/** Approve or reject what is chosen in the list. */
export function ReviewButtons({ onReview }: { onReview: (target: BulkTarget) => void }) {
  const t = useText()
  return (
    <>
      <Button icon={<CheckOutlined />} onClick={() => onReview('APPROVED')}>
        {t('responses.to.APPROVED')}
      </Button>
      <Button icon={<CloseOutlined />} onClick={() => onReview('REJECTED')}>
        {t('responses.to.REJECTED')}…
      </Button>
    </>
  )
}
