/** Field work by status, beginning with the tasks that wait for review (seed §2). A row leads to its response. */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type TaskCounts, taskList, type TaskRow, tasks } from '#contract/tasks.ts'
import { screenTaskStatus, taskMoves, taskStatuses } from '#domain/people/task.ts'
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
import { narrowedTo, ownTasks, taskName, type TaskView, viewOf, wordOf } from './task-view.ts'
import { ApiError } from '../../api/api-error.ts'
import { useCall, useSend } from '../../api/query.ts'
import { hasBasic, useBasicText } from '../../i18n/basic.ts'
import type { MenuEntry } from '../../ui/MenuEntries.tsx'
import { toast } from '../../ui/toasts.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

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

/** Moves a task by hand: started, handed in, returned, approved, cancelled, open again. */
function useTaskMove() {
  const t = useText()
  const basic = useBasicText()
  const send = useSend(tasks.update, { refreshes: [tasks.list] })

  async function move(task: TaskRow, status: TaskRow['status']) {
    const { id, version } = task
    try {
      await send.mutateAsync({ params: { id }, body: { status, version } })
      toast(t('tasks.moved', { status: t(`tasks.status.${status}`) }), taskName(task))
    } catch (thrown) {
      const text = thrown instanceof ApiError ? `errors.${thrown.code}` : ''
      toast(hasBasic(text) ? basic(text) : t('tasks.moveFailed'), taskName(task))
    }
  }

  const actionsOf = (row: TaskRow): MenuEntry[] =>
    taskMoves(row).map((status) => ({ text: t(`tasks.to.${status}`), act: () => void move(row, status) }))
  return { actionsOf }
}

/** The user's own open tasks, each status with its number under the other filters, and all tasks. */
function TaskTabs({ open, counts }: { open: TaskView; counts: TaskCounts | undefined }) {
  const { data: own } = useCall(tasks.list, { query: { ...ownTasks, pageSize: '1' } })
  const t = useText()
  const [search] = useSearchParams()
  const to = (view: TaskView) => ({ search: withWords(search, { status: wordOf(view), page: undefined }).toString() })
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <LinkTabs
      label={t('tasks.field.status')}
      open={String(open)}
      tabs={[
        // Without any, most users have no use for it.
        ...(own?.total || open === 'mine'
          ? [{ key: 'mine', to: to('mine'), text: t('tasks.mine'), count: own?.total }]
          : []),
        ...taskStatuses.map((status) => ({
          key: String(status),
          to: to(status),
          text: t(`tasks.status.${status}`),
          count: counts?.[status],
        })),
        { key: 'all', to: to('all'), text: t('tasks.all'), count: all },
      ]}
    />
  )
}
