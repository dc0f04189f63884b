/** Personal data that is erased for good, now or some months after a survey is closed: one person asks, another one confirms. */
import * as z from 'zod/mini'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idText, Named, pageFields, printable, Timestamp, Titled } from './fields.ts'

/** ASKED: it waits for a second person. CONFIRMED: the worker has it. ENDED: a retention that is no longer in force. */
export const erasureStatuses = ['ASKED', 'REFUSED', 'CONFIRMED', 'DONE', 'ENDED'] as const

/** The retention of a survey: its personal data is erased so many months after each closing. */
const Months = z.int().check(z.minimum(1), z.maximum(600))

/** What there is to erase, or what was erased. */
export const ErasureReport = z.object({
  people: z.int(),
  responses: z.int(),
  files: z.int(),
  /** Their amounts, days and references stay, under a number that belongs to no phone. */
  payments: z.int(),
  /** Payments that are not over, or may still turn out to be paid: the erasure waits for them. */
  underWay: z.int(),
  /** Files of banks and providers that name these payees: they stay as they are. */
  documents: z.int(),
})
export type ErasureReport = z.output<typeof ErasureReport>

export const ErasureRow = z.object({
  id: Id,
  survey: z.nullable(Titled),
  person: z.nullable(Named),
  /** null: it is no retention. */
  months: z.nullable(Months),
  /** When the worker begins; null while it is not confirmed, while the survey is open, and after it is done. */
  dueAt: z.nullable(Timestamp),
  reason: z.string(),
  report: ErasureReport,
  status: z.enum(erasureStatuses),
  askedBy: Named,
  askedAt: Timestamp,
  decidedBy: z.nullable(Named),
  decidedAt: z.nullable(Timestamp),
  doneAt: z.nullable(Timestamp),
  /** Why this caller may not confirm it, and not refuse or end it; null: they may. */
  refusals: z.object({ confirm: z.nullable(z.string()), refuse: z.nullable(z.string()) }),
})
export type ErasureRow = z.output<typeof ErasureRow>

export const erasures = {
  list: endpoint({
    route: 'GET /erasures',
    access: 'users.delete',
    summary: 'List what was asked to be erased, the newest first',
    query: z.strictObject({
      ...pageFields,
      surveyId: z.optional(idText()),
      personId: z.optional(idText()),
      status: z.optional(z.enum(erasureStatuses)),
    }),
    reply: list(ErasureRow),
  }),
  report: endpoint({
    route: 'GET /erasures/report',
    access: 'users.delete',
    summary: 'Report what would be erased of a survey, or of a participant',
    query: z.strictObject({ surveyId: z.optional(idText()), personId: z.optional(idText()) }),
    reply: one(ErasureReport),
  }),
  ask: endpoint({
    route: 'POST /erasures',
    access: 'users.delete',
    changesRights: 'OF_STAFF',
    summary:
      'Ask another person to confirm that a participant or a closed survey is erased, or the retention of a survey',
    body: z.strictObject({
      /** One of the two. */
      surveyId: z.optional(Id),
      personId: z.optional(Id),
      months: z.optional(Months),
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000), printable('many')),
    }),
    reply: one(ErasureRow),
  }),
  decide: endpoint({
    route: 'POST /erasures/{id}/decide',
    access: 'users.delete',
    changesRights: 'OF_STAFF',
    summary: 'Confirm what another person asked for; refuse it, take the own request back, or end a retention',
    body: z.strictObject({ decision: z.enum(['CONFIRMED', 'REFUSED']) }),
    reply: one(ErasureRow),
  }),
}
