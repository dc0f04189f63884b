/** Tasks as staff see them: the list with its counts (seed §7). The response that does a task moves it. */
import * as z from 'zod/mini'
import { taskStatuses, type TaskStatus } from '#domain/task.ts'
import { endpoint, list } from './endpoint.ts'
import { Id, idText, pageFields, recordFields, Timestamp } from './fields.ts'
import { surveyRef } from './survey-ref.ts'

/** 0 open, 1 in progress, 2 submitted, 3 approved, 4 returned, 5 cancelled. */
const Status = z.literal([...taskStatuses])

export const TaskRow = z.object({
  ...recordFields,
  surveyId: Id,
  surveyTitle: z.string(),
  status: Status,
  /** Where it is to be done. */
  site: z.nullable(z.object({ id: Id, title: z.string() })),
  /** The person who is to answer, or has answered. */
  assignee: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The response that does the task; null while there is none. */
  formId: z.nullable(Id),
  dueAt: z.nullable(Timestamp),
  note: z.nullable(z.string()),
})
export type TaskRow = z.output<typeof TaskRow>

/** One status or several, separated by commas: `0,1`. */
const StatusList = z.pipe(
  z.string().check(z.regex(/^[0-5](,[0-5]){0,5}$/)),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
    z.array(Status),
  ),
)

/** Tasks per status under the list's other filters, zeros included. */
const TaskCounts = z.object(
  Object.fromEntries(taskStatuses.map((status) => [status, z.int()])) as Record<TaskStatus, z.ZodMiniNumberFormat>,
)
export type TaskCounts = z.output<typeof TaskCounts>

export const tasks = {
  list: endpoint({
    method: 'GET',
    path: '/tasks',
    access: 'tasks.read',
    transaction: 'read',
    summary: 'List tasks, newest first',
    query: z.strictObject({
      ...pageFields,
      /** All when left out: that the screen begins with 2 is the screen's affair (seed §9). */
      status: z.optional(StatusList),
      surveyId: z.optional(surveyRef()),
      assigneeId: z.optional(idText()),
    }),
    reply: list(TaskRow, z.object({ statusCounts: TaskCounts })),
  }),
}
