/** The trail: who did what to what, when and from where (seed §7, product.md §7). */
import * as z from 'zod/mini'
import { endpoint, list } from './endpoint.ts'
import { Id, pageFields, Timestamp } from './fields.ts'

const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })

export const LogRow = z.object({
  id: Id,
  at: Timestamp,
  /** Null when the house acted by itself, or nobody was signed in; the names are null when the account is gone. */
  actor: z.nullable(z.object({ id: Id, username: z.nullable(z.string()), name: z.nullable(z.string()) })),
  /** `companies.update`: the thing and the deed. */
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** The fields in which they differ. */
  changes: z.array(FieldChange),
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type LogRow = z.output<typeof LogRow>

/** A day (UTC; as the end of a span it is meant whole) or a moment. */
const DayOrMoment = z.union([z.iso.date().check(z.regex(/^[1-9]/)), z.iso.datetime().check(z.regex(/^[1-9]/))])

/** Where the page before ended: microseconds and id of its last row. */
const Cursor = z.string().check(z.regex(/^\d{1,16}_\d{1,15}$/))

export const logFilters = {
  /** Id or user name. */
  actor: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** `companies.update`, or `companies` for all that was done there. */
  action: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,50}(\.[A-Za-z]{1,50})?$/))),
  subjectType: z.optional(z.string().check(z.regex(/^[a-z_]{1,50}$/))),
  subjectId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  from: z.optional(DayOrMoment),
  to: z.optional(DayOrMoment),
  address: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
}

/** `page` reaches the first 10,000 rows; `cursor`, the `nextCursor` of the page before, reaches them all. */
export const deepestRow = 10_000

export const logs = {
  list: endpoint({
    method: 'GET',
    path: '/logs',
    access: 'logs.read',
    transaction: 'read',
    summary: 'The trail, newest first',
    query: z.strictObject({ ...pageFields, ...logFilters, cursor: z.optional(Cursor) }),
    // Null on the last page.
    reply: list(LogRow, z.object({ nextCursor: z.nullable(z.string()) })),
  }),
}
