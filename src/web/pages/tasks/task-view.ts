/** Which tasks the screen shows: those of one status, all, or what the user still has to do. Pure. */
import type { TaskRow } from '#contract/tasks.ts'
import { screenTaskStatus, taskStatuses, taskStatusesToDo, type TaskStatus } from '#domain/people/task.ts'

export type TaskView = TaskStatus | 'all' | 'mine'

/** The user's own tasks that wait for them, in the words of the call. */
export const ownTasks = { mine: 'true', status: taskStatusesToDo.join(',') } as const

/** What the list of a view is narrowed to. */
export function narrowedTo(view: TaskView): Record<string, string> {
  if (view === 'mine') return ownTasks
  return view === 'all' ? {} : { status: String(view) }
}

/** `?status=3`, `?status=all`; a URL that says nothing, or nothing that makes sense, opens the review queue (seed §9). */
export function viewOf(search: URLSearchParams): TaskView {
  const word = search.get('status')
  if (word === 'all' || word === 'mine') return word
  return taskStatuses.find((status) => String(status) === word) ?? screenTaskStatus
}

/** The word of a view for the URL; none for the one that opens anyway. */
export function wordOf(view: TaskView): string | undefined {
  return view === screenTaskStatus ? undefined : String(view)
}

/** A task has no name of its own: its survey, its person and its place tell it from others. */
export function taskName({ surveyTitle, assignee, site }: Pick<TaskRow, 'surveyTitle' | 'assignee' | 'site'>): string {
  return [surveyTitle, assignee?.name, site?.title].filter(Boolean).join(' · ')
}
