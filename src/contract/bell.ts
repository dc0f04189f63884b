/**
 * The bell: work that waits for the caller, problems, and their latest jobs. Each call derives it; nothing is stored.
 */
import * as z from 'zod/mini'
import { bellKinds } from '#domain/people/bell.ts'
import { endpoint, one } from './endpoint.ts'
import { Timestamp } from './fields.ts'
import { Job } from './jobs.ts'

const BellEntry = z.object({
  kind: z.enum(bellKinds),
  /** Payments and attempts are counted up to 1000. */
  n: z.int(),
  /** The time of the newest one. A problem returns each day (UTC) until people mend it. */
  at: Timestamp,
})
export type BellEntry = z.output<typeof BellEntry>

const { id, kind, state, subject, failed, finishedAt } = Job.shape
const BellJob = z.object({ id, kind, state, subject, failed, finishedAt })
export type BellJob = z.output<typeof BellJob>

export const Bell = z.object({
  entries: z.array(BellEntry),
  /** Those under way and those that ended within a day, the newest first; at most 20. */
  jobs: z.array(BellJob),
  /** When the caller last opened the bell (`PUT /account/marks/bell`). */
  seenAt: z.nullable(Timestamp),
})
export type Bell = z.output<typeof Bell>

export const bell = {
  /** With `Accept: text/event-stream` the answer goes on: an event with `data` as JSON whenever it changes. */
  get: endpoint({
    route: 'GET /account/bell',
    access: 'session',
    summary: 'What waits for me and what is wrong, once or as server-sent events',
    /** Pages ask by themselves: that a page is open does not keep its session alive. */
    byItself: true,
    reply: one(Bell),
  }),
}
