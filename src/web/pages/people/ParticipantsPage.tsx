import { people, type PersonRow } from '#contract/people.ts'
import { dateTime, text } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { type ListScreen, useResourceList } from '../../list/use-resource-list.ts'
import { Exchange } from './exchange/Exchange.tsx'
import { ParticipantForm } from './ParticipantForm.tsx'
import { participants } from './people-resources.ts'
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

const screen: ListScreen<PersonRow> = {
  resource: participants,
  path: '/user',
  title: 'participants.title',
  columns,
  form: (form) => <ParticipantForm {...form} />,
  editText: 'people.edit',
}

export function ParticipantsPage() {
  const list = useResourceList(screen, { search })
  return <ListPage {...list} actions={<Exchange list={list} />} />
}
