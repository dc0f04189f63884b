/** Lists of who was paid before the house began: one person keeps a file, another one confirms it. */
import * as z from 'zod/mini'
import { fundingStatuses } from '#domain/money/funding.ts'
import { countries } from '#domain/people/countries.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idText, Named, pageFields, printable, Sum, Timestamp, Titled } from './fields.ts'
import { maxUploadBytes } from './manual-payments.ts'
import { WorkbookReport } from './response-files.ts'

/** The columns of a file, by the names in its first row. */
export const paidBeforeColumns = [
  'phone_number',
  'amount',
  'currency',
  'paid_on',
  'reference',
  'recipient_name',
  'reason',
] as const
export type PaidBeforeColumn = (typeof paidBeforeColumns)[number]

export const PaidBeforeRow = z.object({
  id: Id,
  document: Named,
  /** The survey whose payments it holds; null: those of all surveys of `costCode`. */
  survey: z.nullable(Titled),
  costCode: z.nullable(z.string()),
  lines: z.int(),
  total: z.array(Sum),
  status: z.enum(fundingStatuses),
  askedBy: Named,
  askedAt: Timestamp,
  decidedBy: z.nullable(Named),
  decidedAt: z.nullable(Timestamp),
  /** Why this caller may not confirm it, and not refuse it; null: they may. */
  refusals: z.object({ confirm: z.nullable(z.string()), refuse: z.nullable(z.string()) }),
})
export type PaidBeforeRow = z.output<typeof PaidBeforeRow>

export const PaidBeforeReport = z.extend(WorkbookReport, {
  /** Null: nothing was kept, only looked at. */
  id: z.nullable(Id),
  total: z.array(Sum),
  /** Payments of now that it would hold. */
  held: z.int(),
  /** The same file was kept before, and nothing was done now. */
  repeated: z.boolean(),
})
export type PaidBeforeReport = z.output<typeof PaidBeforeReport>

export const paidBefore = {
  list: endpoint({
    route: 'GET /payments/paid-before',
    access: 'payments.read',
    summary: 'List the files of who was paid before the house began, the newest first',
    query: z.strictObject({ ...pageFields, status: z.optional(z.enum(fundingStatuses)) }),
    reply: list(PaidBeforeRow),
  }),
  keep: endpoint({
    route: 'POST /payments/paid-before',
    access: 'payments.fund',
    summary: 'Look at a file of who was paid before, or keep it for another person to confirm: all rows or none',
    query: z.strictObject({
      /** One of the two. */
      surveyId: z.optional(idText()),
      costCode: z.optional(z.string().check(z.minLength(1), z.maxLength(60), printable('one'))),
      country: z.optional(z.enum(countries)),
      dryRun: z.optional(z.enum(['true', 'false'])),
    }),
    upload: { file: 'file', maxBytes: maxUploadBytes, required: true },
    reply: one(PaidBeforeReport),
  }),
  decide: endpoint({
    route: 'POST /payments/paid-before/{id}/decide',
    access: 'payments.fund',
    summary: 'Confirm a list of another person, so that it holds payments; refuse it, or take the own one back',
    body: z.strictObject({ decision: z.enum(['CONFIRMED', 'REFUSED']) }),
    reply: one(PaidBeforeRow),
  }),
}
