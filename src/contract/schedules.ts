/** Files that are made again and again: a schedule repeats a job of its owner, by the rights that they have at that time. */
import * as z from 'zod/mini'
import { deliveries, jobStates, rhythms } from '#domain/jobs.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Moment, text, Timestamp, Version } from './fields.ts'

const Schedule = z.object({
  id: Id,
  name: z.string(),
  /** Of its jobs, with their subject: as of any job. */
  kind: z.string(),
  subject: z.nullable(z.string()),
  every: z.enum(rhythms),
  nextAt: Timestamp,
  delivery: z.enum(deliveries),
  paused: z.boolean(),
  version: Version,
  /** The last five, newest first. */
  runs: z.array(z.object({ id: Id, state: z.enum(jobStates), createdAt: Timestamp, error: z.nullable(z.string()) })),
})
export type Schedule = z.output<typeof Schedule>

const fields = {
  name: text(100),
  every: z.enum(rhythms),
  /** When it is made next, at most 31 days ahead; then each day or week at the same time of UTC. */
  nextAt: Moment,
  delivery: z.enum(deliveries),
}

export const schedules = {
  list: endpoint({
    route: 'GET /schedules',
    access: 'session',
    summary: 'My files that are made again and again, with their last runs, and where this house can deliver them',
    reply: list(Schedule, z.object({ deliveries: z.array(z.enum(deliveries)) })),
  }),
  create: endpoint({
    route: 'POST /schedules',
    access: 'session',
    summary: 'Make the file of one of my jobs again, each day or week',
    body: z.strictObject({ ...fields, jobId: Id }),
    reply: one(Schedule),
    status: 201,
  }),
  update: endpoint({
    route: 'PUT /schedules/{id}',
    access: 'session',
    summary: 'Change, pause or resume one of my schedules',
    body: z.extend(z.partial(z.strictObject(fields)), {
      version: z.optional(Version),
      paused: z.optional(z.boolean()),
    }),
    sentBack: Schedule,
    reply: one(Schedule),
  }),
  remove: endpoint({
    route: 'DELETE /schedules/{id}',
    access: 'session',
    summary: 'End one of my schedules; its files stay for their time',
    reply: one(Schedule),
  }),
}
