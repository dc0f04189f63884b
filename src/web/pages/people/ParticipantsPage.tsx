import { participantList, people, type PersonRow } from '#contract/people.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { column, dateTime, optional, text } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useResourceTable } from '../../list/use-resource-table.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { ImportTool } from './exchange/ImportTool.tsx'
import { ParticipantForm } from './ParticipantForm.tsx'
import { participants } from './people-resources.ts'
import { useEditLink } from './use-edit-link.ts'
import './people.css'

const columns = [
  text('name'),
  text('phone'),
  text('gender'),
  text('email'),
  optional(column('status', ({ status }: PersonRow) => <RecordStatus of="people" status={status} />)),
  dateTime('createdAt'),
  dateTime('updatedAt'),
]

const exporting = { start: people.exportParticipants, keys: participantList.columns }

/** Seed §7. */
const search = { endpoint: people.search, word: 'query', fixed: { adminType: 'PARTICIPANT' } }

export function ParticipantsPage() {
  const t = useText()
  const canWrite = useCan('users.write')
  const canDelete = useCan('users.delete')
  const canExport = useCan('users.export')
  const edit = useEditLink()
  const list = useResourceTable(participants, columns, {
    open: ({ id }) => `/user/${id}`,
    search,
    exporting: canExport ? exporting : undefined,
  })
  const table = { ...list, removal: { ...list.removal, allowed: canDelete } }
  return (
    <ListPage
      title="participants.title"
      table={table}
      canWrite={canWrite}
      actions={canWrite && <ImportTool />}
      rowActions={({ id }: PersonRow) => (canWrite ? [{ text: t('people.edit'), act: () => edit(id) }] : [])}
    >
      <ParticipantForm editing={table.editing} onDone={table.closeForm} readOnly={!canWrite} />
    </ListPage>
  )
}
