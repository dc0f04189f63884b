/** Responses from files: the template of a survey's current version, and the upload of filled templates and other tables. */
import * as z from 'zod/mini'
import { uploadRemarkCodes } from '#domain/answers/upload-remarks.ts'
import { locales } from '#domain/text/locale.ts'
import { dateOrders, decimalSigns } from '#domain/text/written-values.ts'
import { changeSources } from '#domain/answers/answer-edit.ts'
import { endpoint, file, one } from './endpoint.ts'
import { Id } from './fields.ts'
import { LocalizedText } from './localized.ts'

export const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const maxWorkbookBytes = 20 * 1024 * 1024
export const maxWorkbookRows = 100_000
/** The most problems in the list; the count stays exact. */
export const maxListedProblems = 1000

/** One problem of one cell. `code` is one of `domain/problems.ts`; `column` is the code in row 1. */
export const RowProblem = z.object({
  /** Of a section that repeats; left out for the first sheet that is read. */
  sheet: z.optional(z.string()),
  /** As Excel counts: the codes are row 1, the labels row 2. */
  row: z.int(),
  column: z.string(),
  cell: z.string(),
  code: z.string(),
  message: z.string(),
  /** The bound that was broken, the other row that this one clashes with, others that are meant: what the message fills in. */
  limit: z.optional(z.number()),
  otherRow: z.optional(z.int()),
  names: z.optional(z.string()),
  /** The unknown word as written in the cell: its beginning, if it is long. */
  value: z.optional(z.string()),
  /** The survey's own words, by language. */
  said: z.optional(LocalizedText),
})
export type RowProblem = z.output<typeof RowProblem>

/** What was made of the file as a whole: its code is one of `domain/answers/upload-remarks.ts`, `names` columns or sheets. */
export const UploadRemark = z.object({
  code: z.enum(uploadRemarkCodes),
  names: z.optional(z.string()),
  value: z.optional(z.string()),
})

export type UploadRemark = z.output<typeof UploadRemark>

/** The `data` of WORKBOOK_ROWS_INVALID. */
export const WorkbookReport = z.object({
  rows: z.int(),
  problemCount: z.int(),
  problems: z.array(RowProblem),
  remarks: z.optional(z.array(UploadRemark)),
})
export type WorkbookReport = z.output<typeof WorkbookReport>

/** What values are written by, where a file does not say: `03/04/2024`, `1.500`. */
const conventions = { dates: z.optional(z.enum(dateOrders)), decimals: z.optional(z.enum(decimalSigns)) }

/** The `data` of WORKBOOK_ASKS: examples of what the file says in two ways. */
export const WorkbookAsks = z.object({
  dates: z.optional(z.array(z.string())),
  decimals: z.optional(z.array(z.string())),
})
export type WorkbookAsks = z.output<typeof WorkbookAsks>

/** Stored responses that one upload may change. */
export const maxWorkbookUpdates = 1000

/** The `data` of WORKBOOK_UPDATES: what the rows of a workbook would change in stored responses. */
export const WorkbookUpdates = z.object({
  /** Sent back with the same file, it stores these changes and no others. */
  confirm: z.string(),
  updates: z.array(
    z.object({
      row: z.int(),
      formKey: z.string(),
      responseId: Id,
      changes: z.array(
        z.object({
          /** Its code, with the repetition and `.other` where they are. */
          question: z.string(),
          text: LocalizedText,
          /** As cells of the workbook; null is not answered. */
          before: z.nullable(z.union([z.string(), z.number()])),
          after: z.nullable(z.union([z.string(), z.number()])),
          source: z.enum(changeSources),
        }),
      ),
    }),
  ),
})
export type WorkbookUpdates = z.output<typeof WorkbookUpdates>

export const UploadResult = z.object({
  uploadId: z.int(),
  rows: z.int(),
  created: z.int(),
  /** Stored responses that confirmed rows changed. */
  updated: z.int(),
  /** Rows whose form was stored before with the same content. */
  alreadyThere: z.int(),
  newParticipants: z.int(),
  /** Rows left out for their problems, which only `goodOnly` lets pass. */
  skipped: z.int(),
  problemCount: z.int(),
  problems: z.array(RowProblem),
  remarks: z.array(UploadRemark),
  /** The same file was uploaded before: this is what it did then, and nothing was done now. */
  repeated: z.boolean(),
})
export type UploadResult = z.output<typeof UploadResult>

export const forms = {
  template: endpoint({
    route: 'GET /forms/{surveyId}/template',
    access: 'responses.enter',
    summary: 'The Excel template of the current version of a survey',
    query: z.strictObject({ lang: z.optional(z.enum(locales)) }),
    reply: file(xlsxMime),
  }),
  upload: endpoint({
    route: 'POST /forms/{surveyId}/excel',
    access: 'responses.enter',
    summary: 'Take responses from a filled template, or from any table: all rows or none, or only the good ones',
    query: z.strictObject({
      goodOnly: z.optional(z.enum(['true', 'false'])),
      ...conventions,
      /** Of the refusal WORKBOOK_UPDATES, whose changes are to be stored. */
      confirm: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
    }),
    upload: { file: 'file', maxBytes: maxWorkbookBytes, required: true },
    reply: one(UploadResult),
  }),
  problems: endpoint({
    route: 'POST /forms/{surveyId}/excel/problems',
    access: 'responses.enter',
    summary: 'The rows of a file that have problems, as a template with the problems beside each',
    query: z.strictObject({ lang: z.optional(z.enum(locales)), ...conventions }),
    upload: { file: 'file', maxBytes: maxWorkbookBytes, required: true },
    reply: file(xlsxMime),
  }),
}
