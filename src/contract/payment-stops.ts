/** What keeps payments from being sent, and the people who confirm that sending goes on. */
import * as z from 'zod/mini'
import { stopKindNames, stopRights } from '#domain/payment-stops.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idParams, Timestamp } from './fields.ts'

const Person = z.object({ id: Id, name: z.string() })

export const StopRow = z.object({
  id: Id,
  /** Null: all providers. */
  provider: z.nullable(z.string()),
  kind: z.enum(stopKindNames),
  /** A code: why it began. */
  reason: z.string(),
  /** What a person compares before they confirm: numbers, moments and names by their keys. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  beganAt: Timestamp,
  /** Null: the house. */
  beganBy: z.nullable(Person),
  endedAt: z.nullable(Timestamp),
  /** The number of different people who end it; 0: it ends by itself. */
  people: z.int(),
  confirmations: z.array(z.extend(Person, { at: Timestamp })),
  /** Why the caller may not confirm it; null: they may. */
  refusal: z.nullable(z.string()),
})
export type StopRow = z.output<typeof StopRow>

export const paymentStops = {
  list: endpoint({
    method: 'GET',
    path: '/payments/stops',
    access: 'payments.read',
    transaction: 'read',
    summary: 'What keeps payments from being sent now',
    reply: list(StopRow),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/payments/stops/{id}/confirm',
    access: stopRights,
    transaction: 'write',
    summary: 'Confirm the state that a stop shows; the last confirmation it needs lets sending go on',
    params: idParams,
    reply: one(StopRow),
  }),
}
