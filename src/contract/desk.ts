/** What is wrong with money, in one list. Each row is derived from its cause, and is gone with it. */
import * as z from 'zod/mini'
import { deskKinds, deskRights, deskSteps } from '#domain/money/desk.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Named, sumFields, text, Timestamp } from './fields.ts'
import { listing } from './listing.ts'

const Kind = z.enum(deskKinds)

export const DeskRow = z.object({
  kind: Kind,
  /** Tells it from the others of its kind. */
  key: z.string(),
  /** Since when. */
  at: Timestamp,
  provider: z.nullable(z.string()),
  /** The money at risk; null: it is of several currencies, or none. */
  amount: z.nullable(sumFields.amount),
  currency: z.nullable(sumFields.currency),
  paymentId: z.nullable(Id),
  /** Its statement, its file of payments, its stop. */
  placeId: z.nullable(Id),
  /** What the words about it name: a row, a file, a reference. */
  details: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  owner: z.nullable(Named),
  next: z.enum(deskSteps),
  /** How many people close it, and those who gave a reason so far. */
  people: z.int(),
  closings: z.array(z.object({ ...Named.shape, reason: z.string(), at: Timestamp })),
  /** Why this caller may not close it; null: they may. */
  refusal: z.nullable(z.string()),
})
export type DeskRow = z.output<typeof DeskRow>

export const deskList = listing({
  path: 'payments/desk',
  row: DeskRow,
  access: 'payments.read',
  sort: ['at', 'amount', 'kind'],
  filters: {
    kind: { kind: 'oneOf', values: deskKinds },
    ownerId: { kind: 'record', of: 'users/participants' },
    provider: { kind: 'text' },
    currency: { kind: 'text' },
    paymentId: { kind: 'number', min: 1 },
    at: { kind: 'day' },
  },
  more: {
    /** CLOSED: people closed it with a reason, and its cause is still there. OPEN unless said. */
    state: z.optional(z.enum(['OPEN', 'CLOSED'])),
  },
  columns: ['kind', 'provider', 'amount', 'currency', 'at', 'owner', 'paymentId', 'next'],
})

const which = { kind: Kind, key: text(200) }

export const desk = {
  list: endpoint({
    route: 'GET /payments/desk',
    access: 'payments.read',
    summary: 'What is wrong with money: since when, how much, whose it is, and its next step',
    query: deskList.query,
    /** `people`: who may own a row. */
    reply: list(DeskRow, z.object({ people: z.array(Named) })),
  }),
  export: deskList.export,
  give: endpoint({
    route: 'POST /payments/desk/give',
    access: deskRights,
    summary: 'Take what is wrong, give it to another person, or put it down',
    body: z.strictObject({ ...which, ownerId: z.nullable(Id) }),
    reply: one(DeskRow),
  }),
  close: endpoint({
    route: 'POST /payments/desk/close',
    access: deskRights,
    summary: 'Close what is wrong with a reason; where money may have moved a second person must, too',
    body: z.strictObject({ ...which, reason: text(1000) }),
    reply: one(DeskRow),
  }),
}
