/** Runs as everybody who sees payments sees them: a colleague finds the run under its number. */
import * as z from 'zod/mini'
import { jobStates } from '#domain/jobs.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idParams, pageFields, sumFields, Timestamp } from './fields.ts'

const Run = z.object({
  /** That of its job. */
  id: Id,
  step: z.enum(['initiate', 'approve', 'authorize', 'reject']),
  state: z.enum(jobStates),
  startedBy: z.nullable(z.object({ id: Id, name: z.string() })),
  total: z.int(),
  done: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  failures: z.array(z.object({ code: z.string(), count: z.int() })),
  /** How much the floats are short of; nothing of those currencies is authorized. */
  missing: z.array(z.object({ provider: z.string(), ...sumFields })),
  createdAt: Timestamp,
  startedAt: z.nullable(Timestamp),
  finishedAt: z.nullable(Timestamp),
  /** The moment of this answer: what its pace is told by. */
  readAt: Timestamp,
})
export type Run = z.output<typeof Run>

export const paymentRuns = {
  list: endpoint({
    method: 'GET',
    path: '/payments/runs',
    access: 'payments.read',
    transaction: 'read',
    summary: 'List the runs of payments, the newest first',
    query: z.strictObject(pageFields),
    reply: list(Run),
  }),
  get: endpoint({
    method: 'GET',
    path: '/payments/runs/{id}',
    access: 'payments.read',
    transaction: 'read',
    summary: 'One run of payments, with how far it is',
    params: idParams,
    reply: one(Run),
  }),
}
