import type { PersonDetail } from '#contract/people.ts'
import { type ResponseRow, responses } from '#contract/responses.ts'
import { column, dateTime, text } from '../../../list/columns.tsx'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { RowsInTab } from '../../../list/RowsInTab.tsx'
import { useList } from '../../../list/use-list.ts'

const columns = [
  { ...text('surveyTitle'), grows: true as const },
  column('status', ({ status }: ResponseRow) => <RecordStatus of="responses" status={status} />),
  dateTime('submittedAt'),
  dateTime('reviewedAt'),
]

/** What the participant answered, each row a link to the response. */
export function ResponsesPanel({ person }: { person: PersonDetail }) {
  const list = useList(responses.list, columns, {
    name: 'responses',
    searchable: false,
    sort: ['submittedAt'],
    fixed: { participantId: person.id },
    open: ({ id }) => `/response?open=${id}`,
    emptyText: 'participants.noResponses',
  })
  return <RowsInTab {...list} title="responses.title" />
}
