/** Which tasks the screen shows: those of one status, or all. Pure. */
import { screenTaskStatus, taskStatuses, type TaskStatus } from '#domain/task.ts'

export type TaskView = TaskStatus | 'all'

/** `?status=3`, `?status=all`; a URL that says nothing, or nothing that makes sense, opens the review queue (seed §9). */
export function viewOf(search: URLSearchParams): TaskView {
  const word = search.get('status')
  if (word === 'all') return word
  return taskStatuses.find((status) => String(status) === word) ?? screenTaskStatus
}

/** The word of a view for the URL; none for the one that opens anyway. */
export function wordOf(view: TaskView): string | undefined {
  return view === screenTaskStatus ? undefined : String(view)
}
