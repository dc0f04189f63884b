/** Payments that people take to a provider as a file, and the files that say what became of them. */
import * as z from 'zod/mini'
import { amountForms, fileDelimiters, fileFormats, fileValues, phoneForms } from '#domain/money/payment-file.ts'
import { resultColumns, resultWords } from '#domain/money/payment-result.ts'
import { dateOrders, decimalSigns } from '#domain/text/written-values.ts'
import { Currency } from './currency.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Named, pageFields, printable, Sum, text, Timestamp } from './fields.ts'
import { maxWorkbookBytes } from './response-files.ts'

/** The most payments of one file: those that wait longest. */
export const maxFileLines = 20_000

const Short = z.string().check(z.maxLength(100), printable('one'))

export const PaymentFileMapping = z.strictObject({
  format: z.enum(fileFormats),
  delimiter: z.enum(fileDelimiters),
  hasHeadings: z.boolean(),
  columns: z
    .array(z.strictObject({ heading: Short, value: z.enum(fileValues), text: Short }))
    .check(z.minLength(1), z.maxLength(30)),
  phones: z.enum(phoneForms),
  countryCode: z.string().check(z.regex(/^\d{0,4}$/)),
  nationalPrefix: z.string().check(z.regex(/^\d{0,3}$/)),
  amounts: z.enum(amountForms),
  name: text(100),
})

export const fileStatuses = ['ASKED', 'REFUSED', 'RELEASED', 'TAKEN_BACK', 'ANSWERED'] as const
export const fileActs = ['RELEASE', 'REFUSE', 'ASK_BACK', 'TAKE_BACK'] as const
export type FileAct = (typeof fileActs)[number]

const Words = z.array(text(60)).check(z.minLength(1), z.maxLength(20))

export const ResultMapping = z.strictObject({
  headingRow: z.int().check(z.positive(), z.maximum(1000)),
  columns: z.partialRecord(z.enum(resultColumns), text(200)),
  paid: Words,
  failed: Words,
  dates: z.enum(dateOrders),
  decimals: z.enum(decimalSigns),
})

export const ResultReport = z.object({
  /** Null: nothing was stored. */
  id: z.nullable(Id),
  rows: z.int(),
  groups: z.array(z.object({ word: z.enum(resultWords), count: z.int(), paid: Sum })),
  /** Payments of our file that no file has answered yet, this one included. */
  waiting: z.int(),
  /** The first lines of each group that a person must look into. */
  lines: z.array(
    z.object({
      word: z.enum(resultWords),
      row: z.int(),
      reference: z.string(),
      status: z.string(),
      paymentId: z.nullable(Id),
      ours: z.nullable(Sum),
      paid: z.nullable(Sum),
    }),
  ),
  /** The same bytes were taken in before. */
  repeated: z.boolean(),
})
export type ResultReport = z.output<typeof ResultReport>

export const PaymentFileRow = z.object({
  id: Id,
  provider: z.string(),
  title: z.string(),
  currency: z.string(),
  status: z.enum(fileStatuses),
  lines: z.int(),
  sum: Sum,
  /** How many of its payments are paid, failed, and without an answer. */
  paid: z.int(),
  failed: z.int(),
  waiting: z.int(),
  askedBy: Named,
  askedAt: Timestamp,
  acts: z.array(z.object({ act: z.enum(fileActs), person: Named, at: Timestamp })),
  /** Once it is released: the file to ask a ticket for (`POST /files/{id}/ticket`), and the SHA-256 of its bytes in hex. */
  file: z.nullable(z.object({ id: Id, name: z.string(), sha256: z.string() })),
  results: z.array(z.object({ id: Id, file: Named, takenBy: Named, takenAt: Timestamp })),
  /** Why this caller may not do it; null: they may. */
  refusals: z.record(z.enum(fileActs), z.nullable(z.string())),
})
export type PaymentFileRow = z.output<typeof PaymentFileRow>

const FileWaiting = z.object({
  provider: z.string(),
  title: z.string(),
  count: z.int(),
  sum: Sum,
})
export type FileWaiting = z.output<typeof FileWaiting>

const FileLine = z.object({
  no: z.int(),
  paymentId: Id,
  reference: z.string(),
  shortReference: z.string(),
  name: z.nullable(z.string()),
  phone: z.string(),
  amount: Sum,
  state: z.string(),
})
export type FileLine = z.output<typeof FileLine>

const Which = { provider: text(40), currency: Currency }
const upload = { file: 'file', maxBytes: maxWorkbookBytes, required: true }

export const paymentFiles = {
  list: endpoint({
    route: 'GET /payments/files',
    access: 'payments.read',
    summary: 'The files of payments for providers, the newest first, and what waits for a file',
    query: z.strictObject({ ...pageFields, provider: z.optional(text(40)) }),
    reply: list(PaymentFileRow, z.object({ queues: z.array(FileWaiting) })),
  }),
  lines: endpoint({
    route: 'GET /payments/files/{id}',
    access: 'payments.read',
    summary: 'One file of payments and its lines',
    query: z.strictObject(pageFields),
    reply: list(FileLine, z.object({ file: PaymentFileRow })),
  }),
  preview: endpoint({
    route: 'POST /payments/files/preview',
    access: 'payments.authorize',
    transaction: 'read',
    summary: 'How the next file of a provider looks',
    body: z.strictObject({ ...Which, mapping: z.optional(PaymentFileMapping) }),
    reply: one(
      z.object({
        mapping: PaymentFileMapping,
        /** Whether the mapping is that of this provider's last file. */
        isKept: z.boolean(),
        name: z.string(),
        /** The first rows as they are written, without the headings. */
        rows: z.array(z.array(z.string())),
        count: z.int(),
        sum: Sum,
        /** Payments that cannot be written so, the first of them. */
        problems: z.array(z.object({ paymentId: Id, value: z.enum(fileValues) })),
      }),
    ),
  }),
  ask: endpoint({
    route: 'POST /payments/files',
    access: 'payments.authorize',
    summary: 'Ask for a file of what waits at a provider; another person releases it',
    body: z.strictObject({ ...Which, mapping: PaymentFileMapping }),
    reply: one(PaymentFileRow),
    status: 201,
  }),
  act: endpoint({
    route: 'POST /payments/files/{id}/acts',
    access: 'payments.authorize',
    summary: 'Release a file that another person asked for, refuse it, or take a released one back by two people',
    body: z.strictObject({ act: z.enum(fileActs) }),
    reply: one(PaymentFileRow),
  }),
  sample: endpoint({
    route: 'POST /payments/files/{id}/results/sample',
    access: 'payments.fund',
    transaction: 'read',
    summary: 'The first rows of a provider’s answer to a file, and how its columns may be read',
    upload,
    reply: one(z.object({ rows: z.array(z.array(z.string())), mapping: ResultMapping, isKept: z.boolean() })),
  }),
  takeResult: endpoint({
    route: 'POST /payments/files/{id}/results',
    access: 'payments.fund',
    summary: 'Take in a provider’s answer to a file: its lines end the payments of that file',
    upload: { ...upload, json: 'request' },
    body: z.strictObject({ mapping: ResultMapping, dryRun: z.boolean() }),
    reply: one(ResultReport),
  }),
}
