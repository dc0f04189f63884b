/** Field work by status, beginning with the tasks that wait for review (seed §2). A row leads to its response. */
import { useSearchParams } from 'react-router'
import { type TaskRow, tasks } from '#contract/tasks.ts'
import { screenTaskStatus } from '#domain/task.ts'
import { useCan } from '../../api/session.ts'
import { column, date, dateTime, text, title } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { SurveyFilter } from '../../list/SurveyFilter.tsx'
import { useListTable } from '../../list/use-list-table.ts'
import { TaskTabs } from './TaskTabs.tsx'
import { viewOf } from './task-view.ts'

const columns = [
  title('surveyTitle'),
  column('assignee', ({ assignee }: TaskRow) => assignee?.name ?? <span className="blank">–</span>),
  column('site', ({ site }: TaskRow) => site?.title ?? <span className="blank">–</span>),
  column('status', ({ status }: TaskRow) => <RecordStatus of="tasks" status={status} />),
  date('dueAt'),
  text('note'),
  dateTime('createdAt'),
]

export function TasksPage() {
  const [search] = useSearchParams()
  const view = viewOf(search)
  const canOpen = useCan('responses.read')
  const table = useListTable(tasks.list, columns, {
    name: 'tasks',
    searchable: false,
    filters: ['surveyId'],
    ...(view === 'all' ? {} : { fixed: { status: view } }),
    open: ({ formId }) => (canOpen && formId !== null ? `/response?open=${formId}` : undefined),
    emptyText: view === screenTaskStatus ? 'tasks.emptyQueue' : 'tasks.empty',
  })
  return (
    <ListPage
      title="tasks.title"
      table={table}
      above={<TaskTabs open={view} counts={table.answer?.statusCounts} />}
      filters={<SurveyFilter table={table} />}
    />
  )
}
