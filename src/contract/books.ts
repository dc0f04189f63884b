/** The books as one can read them: accounts, the statement of one with its running balance, and its day ends. */
import * as z from 'zod/mini'
import { locales } from '#domain/text/locale.ts'
import { endpoint, file, list, one } from './endpoint.ts'
import { Day, Id, idText, Named, pageFields, Sum, SumInput, Timestamp, Titled } from './fields.ts'
import { teaching } from './problems.ts'
import { xlsxMime } from './response-files.ts'
import { StatementGroup } from './statements.ts'

export const AccountRow = z.object({
  id: Id,
  /** `FLOAT:gsma:MZN`. */
  name: z.string(),
  kind: z.enum(['OPENING', 'FUNDER', 'FLOAT', 'SPENT', 'FEES', 'SUSPENSE']),
  provider: z.string(),
  currency: z.string(),
  survey: z.nullable(Titled),
  /** Of a float: what is available. */
  balance: Sum,
  /** Of a float: set aside for payments, and there until these are paid. Both together are what the provider holds. */
  pending: z.nullable(Sum),
})
export type AccountRow = z.output<typeof AccountRow>

export const StatementRow = z.object({
  id: Id,
  at: Timestamp,
  kind: z.string(),
  /** What came into the account, and what left it; one of the two. */
  in: z.nullable(Sum),
  out: z.nullable(Sum),
  /** After this line. */
  balance: Sum,
  /** The other account. */
  other: z.string(),
  paymentId: z.nullable(Id),
  /** Of the bank, where money came in or left; of a payment, the one that we gave it. */
  reference: z.nullable(z.string()),
  /** Of the provider, where it paid. */
  providerReference: z.nullable(z.string()),
})
export type StatementRow = z.output<typeof StatementRow>

export const DayRow = z.object({ day: z.iso.date(), opening: Sum, in: Sum, out: Sum, closing: Sum, lines: z.int() })
export type DayRow = z.output<typeof DayRow>

/** The end of a day of a float, beside what its provider states. */
export const DayEnd = z.object({
  day: z.iso.date(),
  ours: Sum,
  /** The sum of the provider's lines, or the closing balance that a person read. */
  theirs: Sum,
  difference: Sum,
  /** The part of the difference that no line explains: with it the day stays open. */
  unexplained: Sum,
  /** Lines of statements up to the day that still wait for a person, by what they are. */
  open: z.array(StatementGroup),
  /** Who closed it, or a later day. */
  closed: z.nullable(z.object({ by: Named, at: Timestamp })),
})
export type DayEnd = z.output<typeof DayEnd>

/** A float in a month: `closing` is `opening` and what was funded, less what was paid, the fees and what nothing explains. */
const FloatMonth = z.object({
  provider: z.string(),
  currency: z.string(),
  opening: Sum,
  /** Money from outside, less what went back there. */
  funded: Sum,
  paid: Sum,
  fees: Sum,
  unexplained: Sum,
  closing: Sum,
})

const MonthLine = z.object({
  /** Null: what belongs to no survey of the reader's. */
  survey: z.nullable(Titled),
  costCode: z.nullable(z.string()),
  currency: z.string(),
  /** As it is now. */
  budget: z.nullable(Sum),
  /** In the month. */
  paid: Sum,
  /** Of it, what pays for cashing out. */
  charges: Sum,
  /** Of the month: each provider's, in proportion to what was paid there. */
  fees: Sum,
  /** Paid from the beginning to the end of the month. */
  spent: Sum,
  /** At the end of the month, or now, and the same by the days since it became owed (`ageEnds`). */
  owed: Sum,
  ages: z.array(Sum),
})
export type MonthLine = z.output<typeof MonthLine>

export const MonthOverview = z.object({
  month: z.string(),
  /** The last day of the month, or today. */
  asOf: z.iso.date(),
  /** The months that there is one of, the latest first. */
  months: z.array(z.string()),
  floats: z.array(FloatMonth),
  lines: z.array(MonthLine),
})
export type MonthOverview = z.output<typeof MonthOverview>

const monthParams = z.strictObject({
  month: teaching(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)), { example: '2026-11' }),
})

const dayParams = z.strictObject({ id: idText(), day: Day })

/** Days (UTC), both included. */
const period = { from: z.optional(Day), to: z.optional(Day) }
const ends = z.object({ account: AccountRow, opening: Sum, closing: Sum })

/** The most lines in one file of a statement. */
export const maxStatementLines = 100_000

export const books = {
  accounts: endpoint({
    route: 'GET /payments/accounts',
    access: 'payments.read',
    summary: 'The accounts of the books, but for those of single batches',
    query: z.strictObject({ surveyId: z.optional(idText()) }),
    reply: list(AccountRow),
  }),
  statement: endpoint({
    route: 'GET /payments/accounts/{id}/statement',
    access: 'payments.read',
    summary: 'The lines of one account with its opening, running and closing balance, the oldest first',
    query: z.strictObject({ ...pageFields, ...period }),
    reply: list(StatementRow, ends),
  }),
  days: endpoint({
    route: 'GET /payments/accounts/{id}/days',
    access: 'payments.read',
    summary: 'The day ends of one account, the latest first',
    query: z.strictObject({ ...pageFields, ...period }),
    reply: list(DayRow, ends),
  }),
  dayEnd: endpoint({
    route: 'GET /payments/accounts/{id}/days/{day}',
    access: 'payments.read',
    summary: 'The end of a day of a float: ours, the provider’s, and what explains the difference',
    params: dayParams,
    reply: one(DayEnd),
  }),
  closeDay: endpoint({
    route: 'POST /payments/accounts/{id}/days/{day}/close',
    access: 'payments.fund',
    summary: 'Close a day of a float, and all before it: no line of a statement and no request comes into it any more',
    params: dayParams,
    body: z.strictObject({
      /** The closing balance that the provider states; the sum of its lines unless given. */
      theirs: z.optional(SumInput),
    }),
    reply: one(DayEnd),
  }),
  month: endpoint({
    route: 'GET /payments/months/{month}',
    access: 'payments.read',
    summary: 'A month (UTC) for a donor: the floats, and what was paid and is owed by survey and cost code',
    params: monthParams,
    reply: one(MonthOverview),
  }),
  monthFile: endpoint({
    route: 'GET /payments/months/{month}/file',
    access: 'payments.read',
    summary: 'The same as a workbook',
    params: monthParams,
    query: z.strictObject({ lang: z.optional(z.enum(locales)) }),
    reply: file(xlsxMime),
  }),
  file: endpoint({
    route: 'GET /payments/accounts/{id}/statement/file',
    access: 'payments.read',
    summary: 'The statement of one account as a file',
    query: z.strictObject({ ...period, format: z.optional(z.enum(['csv', 'xlsx'])) }),
    reply: file('application/octet-stream'),
  }),
}
