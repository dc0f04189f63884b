/** Payments entered by hand, one by one or from a file (seed §7; payments.md §1.5). */
import * as z from 'zod/mini'
import { countries } from '#domain/people/countries.ts'
import { manualWarnings } from '#domain/money/manual-payment.ts'
import { endpoint, file, list, one } from './endpoint.ts'
import {
  AmountInput,
  AmountText,
  Id,
  idText,
  Named,
  optionalLines,
  optionalText,
  pageFields,
  printable,
  Sum,
  Timestamp,
} from './fields.ts'
import { Search } from './listing.ts'
import { payments } from './payments.ts'
import { PaymentRow } from './payment-rows.ts'
import { WorkbookReport, xlsxMime } from './response-files.ts'

/** The columns of a file, by the names in its first row. */
export const manualColumns = [
  'phone_number',
  'amount',
  'currency',
  'recipient_name',
  'survey_id',
  'location_id',
  'reference',
  'provider',
  'reason',
] as const
export type ManualColumn = (typeof manualColumns)[number]

const Code = z.string().check(z.regex(/^[A-Za-z]\w{0,63}$/))

const WarningGroup = z.object({
  group: z.enum(manualWarnings),
  count: z.int(),
  /** The first of them, as Excel counts. */
  rows: z.array(z.int()),
})

export const ManualUpload = z.extend(WorkbookReport, {
  /** Null: nothing was stored, only looked at. */
  batchId: z.nullable(Id),
  total: z.array(Sum),
  created: z.int(),
  warnings: z.array(WarningGroup),
  /** The same file was uploaded before: this is what it did then, and nothing was done now. */
  repeated: z.boolean(),
})
export type ManualUpload = z.output<typeof ManualUpload>

export const Upload = z.object({
  id: Id,
  /** Of the file. */
  name: z.string(),
  /** Its payments. */
  rows: z.int(),
  uploadedBy: Named,
  createdAt: Timestamp,
})
export type Upload = z.output<typeof Upload>

export const maxUploadBytes = 10 * 1024 * 1024

export const manualPayments = {
  initiate: endpoint({
    route: 'POST /payments/initiate-manual',
    access: 'payments.initiate',
    summary: 'Enter a payment by hand and put it forward',
    // As the seed sends it. Logs never hold queries.
    query: z.strictObject({
      locationId: z.optional(idText()),
      phoneNumber: z.optional(z.string().check(z.maxLength(40))),
      amount: z.optional(AmountText),
    }),
    body: z.optional(
      z.nullable(
        z.strictObject({
          /** A visit, or a survey. */
          locationId: z.optional(Id),
          phoneNumber: z.optional(z.string().check(z.maxLength(40), printable('one'))),
          amount: z.optional(AmountInput),
          recipientName: optionalText(200),
          reference: optionalText(100),
          /** A code; OTHER when absent. */
          reason: z.optional(z.nullable(Code)),
          reasonText: optionalLines(2000),
          /** Why there is another one for the same visit and phone. */
          overrideReason: optionalLines(1000),
        }),
      ),
    ),
    reply: one(PaymentRow),
    status: 201,
  }),
  setStatus: {
    ...payments.setStatus,
    path: '/payments/manual-payments/{id}',
    summary: 'Take a step on a payment that was entered by hand: the status asked for names it',
    params: payments.get.params,
  },
  template: endpoint({
    route: 'GET /payments/upload-excel/template',
    access: 'payments.initiate',
    summary: 'An empty workbook to enter payments with',
    reply: file(xlsxMime),
  }),
  uploads: endpoint({
    route: 'GET /payments/uploads',
    access: 'payments.read',
    summary: 'List the files that payments were entered from, the newest first',
    query: z.strictObject({ ...pageFields, q: Search }),
    reply: list(Upload),
  }),
  getUpload: endpoint({
    route: 'GET /payments/uploads/{id}',
    access: 'payments.read',
    summary: 'One file that payments were entered from',
    reply: one(Upload),
  }),
  upload: endpoint({
    route: 'POST /payments/upload-excel',
    access: 'payments.initiate',
    summary: 'Enter payments from a file and put them forward: all rows or none',
    query: z.strictObject({
      /** Of rows that name neither a survey nor a visit. */
      surveyId: z.optional(idText()),
      /**
       * The country of phone numbers without a country code. Default: the survey's, the server's or the row's currency.
       */
      country: z.optional(z.enum(countries)),
      dryRun: z.optional(z.enum(['true', 'false'])),
      /** The groups of warnings that a person has ticked, with commas between. */
      accept: z.optional(z.string().check(z.regex(/^[A-Z_]+(,[A-Z_]+)*$/))),
    }),
    upload: { file: 'file', maxBytes: maxUploadBytes, required: true },
    reply: one(ManualUpload),
  }),
}
