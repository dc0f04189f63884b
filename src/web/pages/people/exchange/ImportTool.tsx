/** Import of participants: the button of the list, and its dialog when it is asked for. */
import { UploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { loadArea } from '../../../i18n/messages.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { Button } from '../../../ui/Button.tsx'

const ImportDialog = lazyDialog(async () => {
  const [{ ParticipantImportDialog: Dialog }] = await Promise.all([
    import('./ParticipantImportDialog.tsx'),
    loadArea('excel'),
    loadArea('responses'),
  ])
  return Dialog
})

export function ImportTool() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('participants.import.open')}
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}
