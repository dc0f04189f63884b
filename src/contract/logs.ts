/** The trail: who did what to what, when and from where (seed §7, product.md §7). */
import * as z from 'zod/mini'
import { endpoint, list, one } from './endpoint.ts'
import { Day, Id, idText, Moment, Timestamp } from './fields.ts'
import { listing } from './listing.ts'
import { referenceData } from './reference-data.ts'

const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })

export const LogRow = z.object({
  id: Id,
  at: Timestamp,
  /** Null when the server acted by itself, or no user was signed in; the names are null when the account is gone. */
  actor: z.nullable(z.object({ id: Id, username: z.nullable(z.string()), name: z.nullable(z.string()) })),
  /** `companies.update`: the thing and the action. */
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.nullable(z.string()),
  /** The subject's name now, or in this action when the subject is gone; null when the name is unknown. */
  subjectName: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** The fields in which they differ. */
  changes: z.array(FieldChange),
  /** Of the records that the changes name by id, where the reader may see them: `{ 'siteId 7': 'Beira' }`. */
  changedNames: z.optional(z.record(z.string(), z.string())),
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type LogRow = z.output<typeof LogRow>

/** A day (UTC; as the end of a span it is meant whole) or a moment. */
const DayOrMoment = z.union([Day, Moment])

/** Where the page before ended: microseconds and id of its last row. */
export const Cursor = z.string().check(z.regex(/^\d{1,16}_\d{1,15}$/))

/** The kinds of record that an action can be about. Words: `logs.subject.<type>`. */
export const subjectTypes = [
  'person',
  'role',
  'permission',
  'payable',
  'funding',
  'account',
  'statement',
  'payment_file',
  'desk_act',
  'paid_before_list',
  'erasure',
  'payment_policy',
  'payment_stop',
  'provider',
  'attempt',
  'survey',
  'access_grant',
  'section',
  'question',
  'answer',
  'skip',
  'form',
  'task',
  'brand',
  'company',
  ...referenceData.map(({ subject }) => subject),
  'administrative_unit',
  'site',
  'file',
  'job',
  'counter',
  'list_view',
  'schedule',
  'webhook',
  'call',
  'audit',
  'demo',
] as const

/** A row of the file: the entry beside the parts of its actor and subject. */
const LogLine = z.extend(LogRow, {
  actorId: z.nullable(Id),
  username: z.nullable(z.string()),
  subject: z.string(),
})

/** The query of the trail and of its file. */
export const logList = listing({
  path: 'logs',
  row: LogLine,
  access: 'logs.read',
  sort: ['at'],
  filters: {
    at: { kind: 'day' },
    /** Blank for what the server did by itself. */
    actorId: { kind: 'record', of: 'users/admins' },
    subjectType: { kind: 'oneOf', values: subjectTypes },
    address: { kind: 'text' },
  },
  more: {
    /** Id or user name: another word for `actorId`. */
    actor: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** `companies.update`, or `companies` for all that was done there. */
    action: z.optional(z.string().check(z.regex(/^[A-Za-z-]{1,50}(\.[A-Za-z]{1,50})?$/))),
    subjectId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** Days or moments, both included: other words for `at`. */
    from: z.optional(DayOrMoment),
    to: z.optional(DayOrMoment),
  },
  columns: [
    'id',
    'at',
    'actor',
    'actorId',
    'username',
    'action',
    'subject',
    'subjectType',
    'subjectId',
    'before',
    'after',
    'address',
    'requestId',
  ],
})

/** `page` reaches the first 10,000 rows; `cursor`, the `nextCursor` of the page before, reaches them all. */
export const deepestRow = 10_000

/** The state of the sealed blocks, from the one after `after` on, as far as one call gets. */
export const ChainCheck = z.object({
  /** Good blocks, and the rows in them. */
  blocks: z.int(),
  rows: z.int(),
  /** The block to go on after; null when all were looked at. */
  next: z.nullable(Id),
  /** Rows that wait for the next block; 0 until all blocks were looked at. */
  unsealed: z.int(),
  /** The first thing that is not as it was sealed; `block` is null when rows were put in or blocks are missing. */
  broken: z.nullable(
    z.object({ block: z.nullable(Id), reason: z.enum(['ROWS', 'HASH', 'CHAIN', 'UNKNOWN_ROWS', 'ERASED']) }),
  ),
})
export type ChainCheck = z.output<typeof ChainCheck>

export const logs = {
  list: endpoint({
    route: 'GET /logs',
    access: 'logs.read',
    summary: 'The trail, newest first',
    /** `id`: one entry alone. */
    query: z.extend(logList.query, { cursor: z.optional(Cursor), id: z.optional(idText()) }),
    // Null on the last page.
    reply: list(LogRow, z.object({ nextCursor: z.nullable(z.string()) })),
  }),
  export: logList.export,
  verify: endpoint({
    route: 'GET /logs/verify',
    access: 'logs.read',
    summary: 'Compute sealed blocks anew, for some seconds at most; `next` says where the next call goes on',
    query: z.strictObject({ after: z.optional(idText()) }),
    reply: one(ChainCheck),
  }),
}
