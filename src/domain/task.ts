/** The life of a task: work in a survey that a person asked for, or that a response caused (product.md §5). */
import type { ResponseStatus } from './response.ts'

export const taskStatus = { OPEN: 0, IN_PROGRESS: 1, SUBMITTED: 2, APPROVED: 3, RETURNED: 4, CANCELLED: 5 } as const
export type TaskStatus = (typeof taskStatus)[keyof typeof taskStatus]

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
