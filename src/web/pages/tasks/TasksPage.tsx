/** Field work by status, beginning with the tasks that wait for review (seed §2). A row leads to its response. */
import { useSearchParams } from 'react-router'
import { taskList, type TaskRow, tasks } from '#contract/tasks.ts'
import { screenTaskStatus } from '#domain/task.ts'
import { useCan } from '../../api/session.ts'
import { column, date, dateTime, optional, text, title } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { SurveyFilter } from '../../list/SurveyFilter.tsx'
import { useList } from '../../list/use-list.ts'
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
  optional(dateTime('updatedAt')),
]

/** The status and the survey have controls of their own. */
const { status: _status, surveyId: _surveyId, ...kinds } = taskList.filters
const blankable = ['siteId', 'administrativeUnitId', 'assigneeId', 'note', 'dueAt']

export function TasksPage() {
  const [search] = useSearchParams()
  const view = viewOf(search)
  const canOpen = useCan('responses.read')
  const fixed: Record<string, string> = view === 'all' ? {} : { status: String(view) }
  const list = useList(tasks.list, columns, {
    name: 'tasks',
    filters: ['surveyId'],
    kinds,
    canBeBlank: (name) => blankable.includes(name),
    sort: taskList.sort,
    exporting: { start: tasks.export, keys: Object.keys(taskList.file.shape), fixed },
    fixed,
    open: ({ formId }) => (canOpen && formId !== null ? `/response?open=${formId}` : undefined),
    emptyText: view === screenTaskStatus ? 'tasks.emptyQueue' : 'tasks.empty',
  })
  return (
    <ListPage
      title="tasks.title"
      {...list}
      above={<TaskTabs open={view} counts={list.data.answer?.statusCounts} />}
      filters={<SurveyFilter view={list.view} />}
    />
  )
}
