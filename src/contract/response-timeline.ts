/** What happened to a response, from its submission to its payment. */
import * as z from 'zod/mini'
import { timelineEvents } from '#domain/answers/timeline.ts'
import { endpoint, one } from './endpoint.ts'
import { Timestamp } from './fields.ts'

const Moment = z.object({
  at: Timestamp,
  event: z.enum(timelineEvents),
  /** SUBMITTED: the source. UNDONE and TASK_CHANGED: the status. EDITED: how many answers. A flag: its name. */
  detail: z.nullable(z.string()),
  /** A person's name. Of the steps of a payment, only for callers with `payments.read`. */
  by: z.nullable(z.string()),
  /** A reason of the house, or the provider's code. */
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type TimelineMoment = z.output<typeof Moment>

export const responseTimeline = endpoint({
  route: 'GET /responses/{id}/timeline',
  access: 'responses.read',
  summary: 'What happened to a response, earliest first',
  reply: one(z.object({ moments: z.array(Moment) })),
})
