/** Field work by status, beginning with the tasks that wait for review (seed §2). A row leads to its response. */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { taskList, type TaskRow, tasks } from '#contract/tasks.ts'
import { screenTaskStatus } from '#domain/people/task.ts'
import { useCan } from '../../api/session.ts'
import { column, date, dateTime, optional, text, title } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { withWords } from '../../list/list-state.ts'
import { Button } from '../../ui/Button.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { SurveyFilter } from '../../survey/SurveyFilter.tsx'
import { useList } from '../../list/use-list.ts'
import { TaskTabs } from './TaskTabs.tsx'
import { narrowedTo, taskName, viewOf } from './task-view.ts'
import { useTaskMove } from './use-task-move.ts'

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

const AssignDialog = lazyDialog(async () => (await import('./AssignDialog.tsx')).AssignDialog)
const TaskDialog = lazyDialog(async () => (await import('./TaskDialog.tsx')).TaskDialog)

export function TasksPage() {
  const t = useText()
  const navigate = useNavigate()
  const canWrite = useCan('tasks.write')
  const [editing, setEditing] = useState<TaskRow | 'new'>()
  const [assigning, setAssigning] = useState(false)
  const move = useTaskMove()
  const [search] = useSearchParams()
  const view = viewOf(search)
  const canOpen = useCan('responses.read')
  const fixed = narrowedTo(view)
  const assignButton = <Button onClick={() => setAssigning(true)}>{t('tasks.assign')}</Button>
  const list = useList(tasks.list, columns, {
    name: 'tasks',
    filters: ['surveyId', 'mine', 'overdue'],
    kinds,
    canBeBlank: (name) => blankable.includes(name),
    sort: taskList.sort,
    exporting: { start: tasks.export, keys: Object.keys(taskList.file.shape), fixed },
    fixed,
    label: taskName,
    open: ({ formId }) => (canOpen && formId !== null ? `/response?open=${formId}` : undefined),
    emptyText: view === screenTaskStatus ? 'tasks.emptyQueue' : 'tasks.empty',
  })
  return (
    <ListPage
      title="tasks.title"
      {...list}
      above={<TaskTabs open={view} counts={view === 'mine' ? undefined : list.data.answer?.statusCounts} />}
      filters={
        <>
          <SurveyFilter view={list.view} />
          {(view === 'mine' ? (['overdue'] as const) : (['mine', 'overdue'] as const)).map((word) => {
            const isOn = list.view.state.filters[word] === 'true'
            return (
              <Button
                key={word}
                aria-pressed={isOn}
                onClick={() => list.view.show({ [word]: isOn ? undefined : 'true' })}
              >
                {t(`tasks.${word}`)}
              </Button>
            )
          })}
        </>
      }
      actions={
        canWrite && (
          <Button look="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('tasks.new')}
          </Button>
        )
      }
      bulk={canWrite ? () => assignButton : undefined}
      offersMatching={canWrite}
      rowActions={(row) =>
        canWrite ? [{ text: t('tasks.edit'), act: () => setEditing(row) }, ...move.actionsOf(row)] : []
      }
    >
      {assigning && <AssignDialog selection={list.selection} fixed={fixed} onClose={() => setAssigning(false)} />}
      {editing && (
        <TaskDialog
          task={editing === 'new' ? undefined : editing}
          surveyId={Number(list.view.state.filters['surveyId']) || undefined}
          onMade={() => void navigate({ search: withWords(search, { status: 0, page: undefined }).toString() })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </ListPage>
  )
}
