/** What keeps payments from being sent, and the people who confirm that sending goes on. */
import * as z from 'zod/mini'
import { stopKindNames, stopRights, tryoutChoices } from '#domain/money/payment-stops.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Named, printable, Timestamp } from './fields.ts'

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
  beganBy: z.nullable(Named),
  endedAt: z.nullable(Timestamp),
  /** The number of different people who end it; 0: it ends by itself. */
  people: z.int(),
  confirmations: z.array(z.extend(Named, { at: Timestamp })),
  /** Why the caller may not confirm it; null: they may. */
  refusal: z.nullable(z.string()),
})
export type StopRow = z.output<typeof StopRow>

export const paymentStops = {
  list: endpoint({
    route: 'GET /payments/stops',
    access: 'payments.read',
    summary: 'What keeps payments from being sent now',
    reply: list(StopRow),
  }),
  pause: endpoint({
    route: 'POST /payments/stops',
    access: stopRights,
    summary: 'Send no more payments to a provider, or to any, until a person confirms that sending goes on',
    body: z.strictObject({
      /** Missing: to any. */
      provider: z.optional(z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)))),
      note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500), printable('many')),
    }),
    reply: one(StopRow),
  }),
  confirm: endpoint({
    route: 'POST /payments/stops/{id}/confirm',
    access: stopRights,
    summary: 'Confirm the state that a stop shows; the last confirmation it needs lets sending go on',
    reply: one(StopRow),
  }),
  endTryout: endpoint({
    route: 'POST /payments/stops/{id}/tryout',
    access: stopRights,
    summary: 'End a try-out on the simulator: its responses are owed again through the provider, or dropped',
    body: z.strictObject({ choice: z.enum(tryoutChoices) }),
    reply: one(StopRow),
  }),
}
