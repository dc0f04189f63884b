import { useSearchParams } from 'react-router'
import { type TaskCounts, tasks } from '#contract/tasks.ts'
import { taskStatuses } from '#domain/people/task.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { ownTasks, type TaskView, wordOf } from './task-view.ts'

/** The user's own open tasks, each status with its number under the other filters, and all tasks. */
export function TaskTabs({ open, counts }: { open: TaskView; counts: TaskCounts | undefined }) {
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
