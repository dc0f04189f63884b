/** The button for a step on the payments of a file, and its dialog when it is asked for. */
import { FileDoneOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { rightTo, runStepNames } from '#domain/money/payment-run.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'

const FileDialog = lazyDialog(async () => (await import('./runs/FileDialog.tsx')).FileDialog, 'excel')

export function StepFromFile() {
  const t = useText()
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!runStepNames.some((step) => permissions.list.includes(rightTo(step)))) return null
  return (
    <>
      <Button icon={<FileDoneOutlined />} onClick={() => setOpen(true)}>
        {t('payments.run.fromFile')}
      </Button>
      {isOpen && <FileDialog onClose={() => setOpen(false)} />}
    </>
  )
}
