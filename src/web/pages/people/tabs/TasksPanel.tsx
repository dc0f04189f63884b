import type { PersonDetail } from '#contract/people.ts'
import { type TaskRow, tasks } from '#contract/tasks.ts'
import { useCan } from '../../../api/session.ts'
import { column, date, dateTime, text } from '../../../list/columns.tsx'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { RowsInTab } from '../../../list/RowsInTab.tsx'
import { useList } from '../../../list/use-list.ts'

const columns = [
  { ...text('surveyTitle'), grows: true as const },
  column('site', ({ site }: TaskRow) => site?.title ?? <span className="blank">–</span>),
  column('status', ({ status }: TaskRow) => <RecordStatus of="tasks" status={status} />),
  date('dueAt'),
  text('note'),
  dateTime('createdAt'),
]

/** What the participant is asked for and has done, each row a link to the response that did it. */
export function TasksPanel({ person }: { person: PersonDetail }) {
  const canOpen = useCan('responses.read')
  const list = useList(tasks.list, columns, {
    name: 'tasks',
    searchable: false,
    fixed: { assigneeId: person.id },
    open: ({ formId }) => (canOpen && formId !== null ? `/response?open=${formId}` : undefined),
    emptyText: 'participants.noTasks',
  })
  return <RowsInTab {...list} title="tasks.title" />
}
