/** Payments entered by hand: the buttons of the list, and their dialogs when they are asked for. */
import { FormOutlined, UploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useCan } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { Button } from '../../../ui/Button.tsx'

const ManualDialog = lazyDialog(async () => (await import('./ManualDialog.tsx')).ManualDialog)
const UploadDialog = lazyDialog(async () => (await import('./UploadDialog.tsx')).UploadDialog, 'excel')

export function ManualTools() {
  const t = useText()
  const canInitiate = useCan('payments.initiate')
  const [open, setOpen] = useState<'one' | 'file'>()
  const close = () => setOpen(undefined)
  if (!canInitiate) return null
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen('file')}>
        {t('manual.upload')}
      </Button>
      <Button icon={<FormOutlined />} onClick={() => setOpen('one')}>
        {t('manual.enter')}
      </Button>
      {open === 'one' && <ManualDialog onClose={close} />}
      {open === 'file' && <UploadDialog onClose={close} />}
    </>
  )
}
