import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import type { ResponseTable } from './table.ts'

const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }))

/** Approve or reject what is chosen in the list. */
export function ReviewButtons({ table }: { table: ResponseTable }) {
  const t = useText()
  const [target, setTarget] = useState<'APPROVED' | 'REJECTED'>()
  return (
    <>
      <Button icon={<CheckOutlined />} onClick={() => setTarget('APPROVED')}>
        {t('responses.to.APPROVED')}
      </Button>
      <Button icon={<CloseOutlined />} onClick={() => setTarget('REJECTED')}>
        {t('responses.to.REJECTED')}…
      </Button>
      {target && (
        <Suspense fallback={null}>
          <ReviewDialog target={target} selection={table.selection} onClose={() => setTarget(undefined)} />
        </Suspense>
      )}
    </>
  )
}
