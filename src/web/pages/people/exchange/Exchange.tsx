/** Import and export of participants: the buttons of the list, and their dialogs when they are asked for. */
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { PersonRow } from '#contract/people.ts'
import { useSession } from '../../../api/session.ts'
import { loadArea } from '../../../i18n/messages.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import type { List } from '../../../list/use-list.ts'
import { seesPhones } from '#domain/phone.ts'
import { Button } from '../../../ui/Button.tsx'

const ImportDialog = lazyDialog(async () => {
  const [{ ParticipantImportDialog: Dialog }] = await Promise.all([
    import('./ParticipantImportDialog.tsx'),
    loadArea('excel'),
    loadArea('responses'),
  ])
  return Dialog
})
const ExportDialog = lazyDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog)

export function Exchange({ list: { data, view } }: { list: List<PersonRow> }) {
  const t = useText()
  const { permissions } = useSession()
  const held = new Set(permissions.list)
  const [open, setOpen] = useState<'import' | 'export'>()
  const close = () => setOpen(undefined)
  const { q, filters } = view.state
  return (
    <>
      {held.has('users.export') && (
        <Button icon={<DownloadOutlined />} disabled={data.total === 0} onClick={() => setOpen('export')}>
          {t('participants.export.open')}
        </Button>
      )}
      {held.has('users.write') && (
        <Button icon={<UploadOutlined />} onClick={() => setOpen('import')}>
          {t('participants.import.open')}
        </Button>
      )}
      {open === 'import' && <ImportDialog onClose={close} />}
      {open === 'export' && (
        <ExportDialog
          count={data.total}
          filter={{ q: q || undefined, status: filters['status'] }}
          seesPhones={seesPhones(held)}
          onClose={close}
        />
      )}
    </>
  )
}
