import { participantList, people, type PersonRow } from '#contract/people.ts'
import { useCan } from '../../api/session.ts'
import { column, dateTime, optional, phone, text } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { type ListScreen, useResourceList } from '../../list/use-resource-list.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { ParticipantForm } from './ParticipantForm.tsx'
import { participants } from './people-resources.ts'
import { UploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import './people.css'

const columns = [
  text('name'),
  phone('phone'),
  text('gender'),
  text('email'),
  optional(column('status', ({ status }: PersonRow) => <RecordStatus of="people" status={status} />)),
  dateTime('createdAt'),
  dateTime('updatedAt'),
]

const exporting = { start: people.exportParticipants, keys: participantList.columns }

/** Seed §7. */
const search = { endpoint: people.search, word: 'query', fixed: { adminType: 'PARTICIPANT' } }

const screen: ListScreen<PersonRow> = {
  resource: participants,
  path: '/user',
  title: 'participants.title',
  columns,
  form: (form) => <ParticipantForm {...form} />,
  editText: 'people.edit',
}

export function ParticipantsPage() {
  const canWrite = useCan('users.write')
  const canExport = useCan('users.export')
  const list = useResourceList(screen, { search, exporting: canExport ? exporting : undefined })
  return <ListPage {...list} actions={canWrite && <ImportTool />} />
}

const ImportDialog = lazyDialog(
  async () => (await import('./exchange/ParticipantImportDialog.tsx')).ParticipantImportDialog,
  'excel',
  'responses',
)

/** Import of participants: the button of the list, and its dialog when it is asked for. */
function ImportTool() {
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
