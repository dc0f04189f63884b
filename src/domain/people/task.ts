/** The life of a task: work in a survey that a person asked for, or that a response caused (product.md §5). */
import type { ErrorCode } from '../errors.ts'
import type { ResponseStatus } from '../answers/response.ts'

export const taskStatus = { OPEN: 0, IN_PROGRESS: 1, SUBMITTED: 2, APPROVED: 3, RETURNED: 4, CANCELLED: 5 } as const
export type TaskStatus = (typeof taskStatus)[keyof typeof taskStatus]

/**
 * Moves that people make by hand: start, hand in, return, approve, call off, open again. A task that a response caused
 * follows the response; people only call it off.
 */
const movesByHand: Record<TaskStatus, readonly TaskStatus[]> = {
  [taskStatus.OPEN]: [taskStatus.IN_PROGRESS, taskStatus.CANCELLED],
  [taskStatus.IN_PROGRESS]: [taskStatus.SUBMITTED, taskStatus.OPEN, taskStatus.CANCELLED],
  [taskStatus.SUBMITTED]: [taskStatus.APPROVED, taskStatus.RETURNED, taskStatus.CANCELLED],
  [taskStatus.RETURNED]: [taskStatus.IN_PROGRESS, taskStatus.CANCELLED],
  [taskStatus.APPROVED]: [taskStatus.RETURNED],
  [taskStatus.CANCELLED]: [taskStatus.OPEN],
}

/** The next statuses that a person may choose. */
export function taskMoves({ status, formId }: { status: TaskStatus; formId: number | null }): readonly TaskStatus[] {
  const moves = movesByHand[status]
  return formId === null ? moves : moves.filter((to) => to === taskStatus.CANCELLED)
}

/** Why a task cannot be moved there by hand; undefined when it can. */
export function taskMoveRefusal(
  task: { status: TaskStatus; formId: number | null },
  to: TaskStatus,
): ErrorCode | undefined {
  if (task.status === to) return 'ALREADY_DONE'
  if (taskMoves(task).includes(to)) return undefined
  return task.formId === null ? 'TASK_TRANSITION' : 'TASK_FOLLOWS_RESPONSE'
}

/** Those that wait for the person whose task it is. */
export const taskStatusesToDo: readonly TaskStatus[] = [taskStatus.OPEN, taskStatus.IN_PROGRESS, taskStatus.RETURNED]

/** The order in which screens show them. */
export const taskStatuses: readonly TaskStatus[] = Object.values(taskStatus)

/** Seed §9: what the screen shows at first, which is the review queue. */
export const screenTaskStatus = taskStatus.SUBMITTED

/** The status of a task whose response has this status: a response with issues goes back to its participant. */
export function taskStatusOf(status: ResponseStatus): TaskStatus {
  switch (status) {
    case 'RECEIVED':
    case 'IN_REVIEW':
    case 'EDITED':
      return taskStatus.SUBMITTED
    case 'APPROVED':
      return taskStatus.APPROVED
    case 'HAS_ISSUES':
    case 'REJECTED':
      return taskStatus.RETURNED
  }
}
