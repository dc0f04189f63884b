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
import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
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
const searching = { endpoint: people.search, word: 'query', fixed: { adminType: 'PARTICIPANT' } }

const screen: ListScreen<PersonRow> = {
  resource: participants,
  path: '/user',
  title: 'participants.title',
  columns,
  form: (form) => <ParticipantForm {...form} />,
  editText: 'people.edit',
}

const ErasuresView = lazyComponent(
  async () => (await import('../../erasures/ErasuresView.tsx')).ErasuresView,
  'erasures',
)

export function ParticipantsPage() {
  const [search] = useSearchParams()
  return search.get('view') === 'erasures' ? <ErasuresView above={<Tabs open="erasures" />} /> : <Participants />
}

function Tabs({ open }: { open: 'list' | 'erasures' }) {
  const t = useText()
  const canErase = useCan('users.delete')
  if (!canErase) return null
  return (
    <LinkTabs
      label={t('participants.views')}
      open={open}
      tabs={[
        { key: 'list', to: '/user', text: t('participants.title') },
        { key: 'erasures', to: '/user?view=erasures', text: t('participants.erasures') },
      ]}
    />
  )
}

function Participants() {
  const canWrite = useCan('users.write')
  const canExport = useCan('users.export')
  const list = useResourceList(screen, { search: searching, exporting: canExport ? exporting : undefined })
  return <ListPage {...list} above={<Tabs open="list" />} actions={canWrite && <ImportTool />} />
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
