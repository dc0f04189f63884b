import { people, type Person } from '#contract/people.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { dateTime, text } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useResourceTable } from '../../list/use-resource-table.ts'
import { Exchange } from './exchange/Exchange.tsx'
import { ParticipantForm } from './ParticipantForm.tsx'
import { participants } from './people-resources.ts'
import { useEditLink } from './use-edit-link.ts'
import { Note } from '../../ui/Note.tsx'
import './people.css'

const columns = [
  text('name'),
  text('phone'),
  text('gender'),
  text('email'),
  dateTime('createdAt'),
  dateTime('updatedAt'),
]

/** Seed §7. */
const search = { endpoint: people.search, word: 'query', fixed: { adminType: 'PARTICIPANT' } }

export function ParticipantsPage() {
  const t = useText()
  const canWrite = useCan('users.write')
  const canDelete = useCan('users.delete')
  const edit = useEditLink()
  const list = useResourceTable(participants, columns, { open: ({ id }) => `/user/${id}`, search })
  const table = { ...list, removal: { ...list.removal, allowed: canDelete } }
  // Seed §8; why it failed stands below.
  const searchFailed = table.error !== undefined && table.state.q !== ''
  return (
    <ListPage
      title="participants.title"
      table={table}
      canWrite={canWrite}
      above={
        searchFailed && (
          <Note tone="danger" role="alert">
            {t('list.searchFailed')}
          </Note>
        )
      }
      actions={<Exchange table={table} />}
      rowActions={({ id }: Person) => (canWrite ? [{ text: t('people.edit'), act: () => edit(id) }] : [])}
    >
      <ParticipantForm editing={table.editing} onDone={table.closeForm} readOnly={!canWrite} />
    </ListPage>
  )
}
