/**
 * Money into the floats and out of them (payments.md §2): one person asks, with a reference and a document, and another
 * one confirms. A float that is not there yet opens with its first top-up.
 */
import * as z from 'zod/mini'
import { fundingCounters, fundingKinds, fundingStatuses } from '#domain/money/funding.ts'
import { Currency } from './currency.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Day, Id, Named, optionalLines, pageFields, sumFields, SumInput, text, Timestamp } from './fields.ts'

/** The files that a document may be. */
export const documentKinds = ['application/pdf', 'image/png', 'image/jpeg'] as const
export const maxDocumentBytes = 10 * 1024 * 1024

const Side = z.object({ provider: z.string(), ...sumFields })
const SideInput = z.strictObject({
  /** The one that the house pays through unless said. */
  provider: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/))),
  currency: Currency,
  amount: SumInput,
})

export const FundingRow = z.object({
  id: Id,
  kind: z.enum(fundingKinds),
  /** The float that the money leaves; null: it comes from outside. */
  from: z.nullable(Side),
  /** The float that it comes into; null: it goes outside. */
  into: z.nullable(Side),
  reference: z.string(),
  day: z.iso.date(),
  note: z.nullable(z.string()),
  /** The file to ask a ticket for (`POST /files/{id}/ticket`). */
  document: z.nullable(Named),
  status: z.enum(fundingStatuses),
  askedBy: Named,
  askedAt: Timestamp,
  decidedBy: z.nullable(Named),
  decidedAt: z.nullable(Timestamp),
  decisionText: z.nullable(z.string()),
  /** Why this caller may not confirm it, and not refuse it; null: they may. */
  refusals: z.object({ confirm: z.nullable(z.string()), refuse: z.nullable(z.string()) }),
  /** How many people besides the asker may confirm it. */
  confirmers: z.int(),
})
export type FundingRow = z.output<typeof FundingRow>

export const floats = {
  list: endpoint({
    route: 'GET /payments/float',
    access: 'payments.read',
    summary: 'List the requests to move money into floats and out of them, the newest first',
    query: z.strictObject({ ...pageFields, status: z.optional(z.enum(fundingStatuses)) }),
    /** `confirmers`: how many people besides the caller may confirm a request. */
    reply: list(FundingRow, z.object({ providers: z.array(z.string()), confirmers: z.int() })),
  }),
  get: endpoint({
    route: 'GET /payments/float/{id}',
    access: 'payments.read',
    summary: 'One request to move money into a float or out of it',
    reply: one(FundingRow),
  }),
  ask: endpoint({
    route: 'POST /payments/float',
    access: 'payments.fund',
    summary: 'Ask for a top-up of a float, a withdrawal, a transfer between two, a fee or an adjustment',
    upload: { json: 'request', file: 'document', maxBytes: maxDocumentBytes, required: false },
    body: z.strictObject({
      from: z.optional(z.nullable(SideInput)),
      into: z.optional(z.nullable(SideInput)),
      /** FUNDER unless said. OPENING: what the float held when the house began with it; a document and a note show it. FEES: a fee left the float. SUSPENSE: the statement has more or less than our books. */
      counter: z.optional(z.enum(fundingCounters)),
      reference: text(200),
      /** The day on which the money moved, by the document. */
      day: Day,
      /** What the document says, where there is no file. */
      note: optionalLines(2000),
    }),
    reply: one(FundingRow),
    status: 201,
  }),
  confirm: endpoint({
    route: 'POST /payments/float/{id}/confirm',
    access: 'payments.fund',
    summary: 'Confirm a request of another person: the money is booked',
    reply: one(FundingRow),
  }),
  refuse: endpoint({
    route: 'POST /payments/float/{id}/refuse',
    access: 'payments.fund',
    summary: 'Refuse a request, or take back the own one',
    body: z.strictObject({ reason: text(1000) }),
    reply: one(FundingRow),
  }),
}
