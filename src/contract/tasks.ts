/** Tasks as staff see them: the list with its counts (seed §7). The response that does a task moves it. */
import * as z from 'zod/mini'
import { taskStatuses, type TaskStatus } from '#domain/people/task.ts'
import { endpoint, list, one } from './endpoint.ts'
import {
  BulkResult,
  Id,
  Moment,
  Named,
  optionalId,
  optionalLines,
  recordFields,
  Timestamp,
  Titled,
  Version,
} from './fields.ts'
import { recordFilters } from './filters.ts'
import { listing, Search } from './listing.ts'
import { chosenRows } from './resource.ts'
import { ofSurveys, SurveyRef } from './survey-ref.ts'

/** 0 open, 1 in progress, 2 submitted, 3 approved, 4 returned, 5 cancelled. */
const Status = z.literal([...taskStatuses])

export const TaskRow = z.object({
  ...recordFields,
  surveyId: Id,
  surveyTitle: z.string(),
  status: Status,
  /** The site of the work. */
  site: z.nullable(Titled),
  /** The person who is to answer, or has answered. */
  assignee: z.nullable(Named),
  /** The response that does the task; null while there is none. */
  formId: z.nullable(Id),
  dueAt: z.nullable(Timestamp),
  note: z.nullable(z.string()),
})
export type TaskRow = z.output<typeof TaskRow>

/** The query of the list of tasks and of its file. */
export const taskList = listing({
  path: 'tasks',
  row: TaskRow,
  access: 'tasks.read',
  sort: ['createdAt', 'updatedAt', 'dueAt', 'status'],
  filters: {
    /** All when left out: the screen itself begins with 2 (seed §9). */
    status: { kind: 'oneOf', values: taskStatuses.map(String) },
    surveyId: ofSurveys,
    siteId: { kind: 'record', of: 'sites' },
    /** Of the site. */
    administrativeUnitId: { kind: 'unit' },
    assigneeId: { kind: 'record', of: 'users/participants' },
    note: { kind: 'text' },
    dueAt: { kind: 'day' },
    ...recordFilters,
  },
  /** `q`: words of the participant's name, or a phone number. */
  more: {
    q: Search,
    /** The caller's own tasks. */
    mine: z.optional(z.literal('true')),
    /** Past their day and still to be done. */
    overdue: z.optional(z.literal('true')),
  },
  columns: ['id', 'surveyTitle', 'assignee', 'site', 'status', 'formId', 'dueAt', 'note', 'createdAt', 'updatedAt'],
})

/** Tasks per status under the list's other filters, zeros included. */
const TaskCounts = z.object(
  Object.fromEntries(taskStatuses.map((status) => [status, z.int()])) as Record<TaskStatus, z.ZodMiniNumberFormat>,
)
export type TaskCounts = z.output<typeof TaskCounts>

/** Null takes a value away. */
const fields = {
  siteId: optionalId(),
  /** A participant, or one of the staff. */
  assigneeId: optionalId(),
  dueAt: z.optional(z.nullable(Moment)),
  note: optionalLines(2000),
}

export const tasks = {
  create: endpoint({
    route: 'POST /tasks',
    access: 'tasks.write',
    summary: 'Make a task in a survey',
    body: z.strictObject({ surveyId: SurveyRef, ...fields }),
    reply: one(TaskRow),
    status: 201,
  }),
  update: endpoint({
    route: 'PUT /tasks/{id}',
    access: 'tasks.write',
    summary: 'Assign, date and move a task: start it, hand it in, return, approve or cancel it',
    body: z.strictObject({ ...fields, status: z.optional(Status), version: z.optional(Version) }),
    sentBack: TaskRow,
    reply: one(TaskRow),
  }),
  assign: endpoint({
    route: 'POST /tasks/assign',
    access: 'tasks.write',
    summary:
      'Give several tasks to one person, those of a site or a unit by the filter of the list; null takes them back',
    body: chosenRows(taskList.filter, { assigneeId: z.nullable(Id), dueAt: fields.dueAt }),
    reply: one(BulkResult),
  }),
  list: endpoint({
    route: 'GET /tasks',
    access: 'tasks.read',
    summary: 'List tasks, newest first',
    query: taskList.query,
    reply: list(TaskRow, z.object({ statusCounts: TaskCounts })),
  }),
  export: taskList.export,
}
