/** Moves a task by hand: started, handed in, returned, approved, cancelled, open again. */
import { type TaskRow, tasks } from '#contract/tasks.ts'
import { taskMoves } from '#domain/people/task.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { useBasicText, hasBasic } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import type { MenuEntry } from '../../ui/MenuEntries.tsx'
import { taskName } from './task-view.ts'
import { toast } from '../../ui/toasts.ts'

export function useTaskMove() {
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
