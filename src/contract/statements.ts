/** Statements of providers: files taken in, laid beside the books line by line. */
import * as z from 'zod/mini'
import { statementWords } from '#domain/money/reconcile.ts'
import { statementColumns } from '#domain/money/statement-file.ts'
import { dateOrders, decimalSigns } from '#domain/text/written-values.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idText, Named, pageFields, printable, Sum, text, Timestamp } from './fields.ts'
import { maxWorkbookBytes } from './response-files.ts'

/** The most rows of one file. */
export const maxStatementRows = 100_000

export const StatementMapping = z.strictObject({
  headingRow: z.int().check(z.positive(), z.maximum(1000)),
  columns: z.partialRecord(z.enum(statementColumns), text(200)),
  isOutPositive: z.boolean(),
  dates: z.enum(dateOrders),
  decimals: z.enum(decimalSigns),
  offsetMinutes: z.int().check(z.minimum(-840), z.maximum(840)),
  /** Words of its status column for lines that moved no money. */
  failed: z.optional(z.array(text(100)).check(z.maxLength(50))),
  feeText: z.string().check(z.maxLength(100), printable('one')),
})

export const StatementSample = z.object({
  /** The first rows, as texts. */
  rows: z.array(z.array(z.string())),
  mapping: StatementMapping,
  /** Whether the mapping is that of this provider's last file, rather than a guess. */
  isKept: z.boolean(),
  /** Of a CSV. */
  delimiter: z.nullable(z.string()),
})
export type StatementSample = z.output<typeof StatementSample>

export const StatementGroup = z.object({
  word: z.enum(statementWords),
  count: z.int(),
  /** What the file says, and what our books have of the same. */
  theirs: Sum,
  ours: Sum,
})

export const StatementLineRow = z.object({
  word: z.enum(statementWords),
  /** In the file, as Excel counts; null: the line is of our books alone. */
  row: z.nullable(z.int()),
  at: Timestamp,
  ourRef: z.nullable(z.string()),
  providerRef: z.nullable(z.string()),
  /** For those who see the phones of payees alone. */
  description: z.nullable(z.string()),
  theirs: Sum,
  ours: Sum,
  paymentId: z.nullable(Id),
  fundingId: z.nullable(Id),
  /** A payment with the phone, the amount and about the day of a line that our books do not know. Only a suggestion. */
  suggestedId: z.nullable(Id),
  /** What is wrong with it was booked since, or turned out to be so. */
  isSettled: z.boolean(),
})
export type StatementLineRow = z.output<typeof StatementLineRow>

/** What a file says, before and after it is taken in. */
const reportFields = {
  /** Lines of the file, and those among them that an earlier file had. */
  rows: z.int(),
  known: z.int(),
  groups: z.array(StatementGroup),
  firstAt: Timestamp,
  lastAt: Timestamp,
}

export const StatementReport = z.object({
  ...reportFields,
  /** Null: nothing was stored. */
  id: z.nullable(Id),
  /** Rows of another currency, and rows that are no lines. */
  others: z.int(),
  skipped: z.int(),
  /** Lines whose status says that they failed or were reversed. */
  failed: z.int(),
  /** The first lines of each group, those that a person must look into first. */
  lines: z.array(StatementLineRow),
  /** The same bytes were taken in before. */
  repeated: z.boolean(),
})
export type StatementReport = z.output<typeof StatementReport>

export const ImportedStatement = z.object({
  id: Id,
  ...reportFields,
  provider: z.string(),
  currency: z.string(),
  file: Named,
  importedBy: Named,
  importedAt: Timestamp,
  /** The request to book its fees. */
  fundingId: z.nullable(Id),
})
export type ImportedStatement = z.output<typeof ImportedStatement>

const upload = { file: 'file', maxBytes: maxWorkbookBytes, required: true }

export const statements = {
  sample: endpoint({
    route: 'POST /payments/statements/sample',
    access: 'payments.fund',
    transaction: 'read',
    summary: 'The first rows of a provider’s statement, and how its columns may be read',
    upload,
    query: z.strictObject({
      accountId: idText(),
      /** Of the clock of the file, in minutes ahead of UTC, where no earlier file of the provider says it. */
      offsetMinutes: z.optional(z.string().check(z.regex(/^-?\d{1,3}$/))),
    }),
    reply: one(StatementSample),
  }),
  take: endpoint({
    route: 'POST /payments/statements',
    access: 'payments.fund',
    summary: 'Lay a provider’s statement beside the books of a float, and keep it',
    upload: { ...upload, json: 'request' },
    body: z.strictObject({ accountId: Id, mapping: StatementMapping, dryRun: z.boolean() }),
    reply: one(StatementReport),
  }),
  list: endpoint({
    route: 'GET /payments/statements',
    access: 'payments.read',
    summary: 'The statements of providers that were taken in, the newest first',
    query: z.strictObject({ ...pageFields, accountId: z.optional(idText()) }),
    reply: list(ImportedStatement),
  }),
  lines: endpoint({
    route: 'GET /payments/statements/{id}',
    access: 'payments.read',
    summary: 'The lines of one statement, those that a person must look into first',
    query: z.strictObject({ ...pageFields, word: z.optional(z.enum(statementWords)) }),
    reply: list(StatementLineRow, z.object({ statement: ImportedStatement })),
  }),
}
