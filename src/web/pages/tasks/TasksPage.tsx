/** Work in the field by where it stands, beginning with what waits for review (seed §2). A row leads to its response. */
import { useSearchParams } from 'react-router'
import { surveys } from '#contract/surveys.ts'
import { type TaskRow, tasks } from '#contract/tasks.ts'
import { screenTaskStatus } from '#domain/task.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { column, date, dateTime, text, title } from '../../resource/columns.tsx'
import { ListPage } from '../../resource/ListPage.tsx'
import { LookupSelect } from '../../resource/LookupSelect.tsx'
import { RecordStatus } from '../../resource/RecordStatus.tsx'
import { useListTable } from '../../resource/use-list-table.ts'
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
  const t = useText()
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
  const survey = table.state.filters['surveyId']
  return (
    <ListPage
      title="tasks.title"
      table={table}
      above={<TaskTabs open={view} counts={table.answer?.statusCounts} />}
      filters={
        <LookupSelect
          className="list-filter"
          aria-label={t('tasks.field.surveyTitle')}
          placeholder={t('tasks.anySurvey')}
          allowClear
          list={surveys.list}
          get={surveys.get}
          value={survey !== undefined && /^\d+$/.test(survey) ? Number(survey) : survey}
          onChange={(surveyId) => table.show({ surveyId })}
        />
      }
    />
  )
}
