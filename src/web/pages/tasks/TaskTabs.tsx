import { useSearchParams } from 'react-router'
import type { TaskCounts } from '#contract/tasks.ts'
import { taskStatuses } from '#domain/task.ts'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { type TaskView, wordOf } from './task-view.ts'

/** Each status with how many there are under the other filters, and all of them. */
export function TaskTabs({ open, counts }: { open: TaskView; counts: TaskCounts | undefined }) {
  const t = useText()
  const [search] = useSearchParams()
  const to = (view: TaskView) => ({ search: withWords(search, { status: wordOf(view), page: undefined }).toString() })
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <LinkTabs
      label={t('tasks.field.status')}
      open={String(open)}
      tabs={[
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
