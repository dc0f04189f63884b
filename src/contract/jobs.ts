/**
 * Long work: a call starts it, a worker runs it, and the caller watches it at `/jobs/{id}`. A user sees their own jobs
 * only; another user's job is not found.
 */
import * as z from 'zod/mini'
import { jobStates } from '#domain/jobs.ts'
import { locales } from '#domain/text/locale.ts'
import { endpoint, file, list, one } from './endpoint.ts'
import { Id, pageFields, Timestamp } from './fields.ts'
import { Started } from './views.ts'

export const Job = z.object({
  id: Id,
  /** The work: `records.delete`, `records.export`; its words are `jobs.kind.<kind>`. */
  kind: z.string(),
  state: z.enum(jobStates),
  /** Of what: the list's path, `sites`; null where the kind says it all. */
  subject: z.nullable(z.string()),
  done: z.int(),
  /** Null while it is unknown. */
  total: z.nullable(z.int()),
  succeeded: z.int(),
  failed: z.int(),
  /** Failures by their code of the error catalogue. */
  failures: z.array(z.object({ code: z.string(), count: z.int() })),
  /** The file that came out of it; asked for by ticket like any other, until `expiresAt`. */
  file: z.nullable(z.object({ id: Id, name: z.string(), size: z.int() })),
  /** Code of the error catalogue when the job as a whole failed. */
  error: z.nullable(z.string()),
  createdAt: Timestamp,
  startedAt: z.nullable(Timestamp),
  finishedAt: z.nullable(Timestamp),
  /** From then on its file is gone. */
  expiresAt: z.nullable(Timestamp),
})
export type Job = z.output<typeof Job>

/** A row that a bulk job left as it was. */
export const RefusedRow = z.object({
  id: Id,
  /** Its name, where it still exists and the asker may read it. */
  title: z.optional(z.string()),
  /** Of the error catalogue, with its message there. */
  code: z.string(),
  message: z.string(),
  /** With IN_USE: the number of records that used it at that moment, by table. */
  usedBy: z.optional(z.record(z.string(), z.int())),
})
export type RefusedRow = z.output<typeof RefusedRow>

export const jobs = {
  list: endpoint({
    route: 'GET /jobs',
    access: 'session',
    summary: 'My jobs, newest first',
    query: z.strictObject({
      ...pageFields,
      state: z.optional(z.enum(jobStates)),
      kind: z.optional(z.string().check(z.regex(/^[a-z-]{1,40}\.[a-z-]{1,40}$/))),
    }),
    reply: list(Job),
  }),
  get: endpoint({
    route: 'GET /jobs/{id}',
    access: 'session',
    summary: 'One of my jobs',
    reply: one(Job),
  }),
  failures: endpoint({
    route: 'GET /jobs/{id}/failures',
    access: 'session',
    summary: 'The rows that one of my jobs refused',
    query: z.strictObject(pageFields),
    reply: list(RefusedRow),
  }),
  failuresFile: endpoint({
    route: 'GET /jobs/{id}/failures/file',
    access: 'session',
    summary: 'The rows that one of my jobs refused, all of them, as a CSV file',
    query: z.strictObject({ lang: z.optional(z.enum(locales)) }),
    reply: file('text/csv'),
  }),
  /** A new job of the same kind over the rows that this one refused; whether one may is asked when it runs. */
  retryFailures: endpoint({
    route: 'POST /jobs/{id}/failures/retry',
    access: 'session',
    summary: 'Try the rows again that one of my jobs refused',
    reply: one(Started),
    status: 202,
  }),
  /** Finished work stays; the remaining work is not done. */
  cancel: endpoint({
    route: 'POST /jobs/{id}/cancel',
    access: 'session',
    summary: 'Stop one of my jobs',
    reply: one(Job),
  }),
  /** A failed or cancelled job goes on with what it has not done. */
  retry: endpoint({
    route: 'POST /jobs/{id}/retry',
    access: 'session',
    summary: 'Go on with one of my jobs',
    reply: one(Job),
  }),
}
