/** Surveys from files and as files: XLSForms, tables of data, XForms. */
import * as z from 'zod/mini'
import { logicColumns, remarkVerdicts } from '#domain/answers/form-report.ts'
import { questionTypes } from '#domain/surveys/survey.ts'
import { endpoint, file, one } from './endpoint.ts'
import { Id } from './fields.ts'
import { LocalizedText } from './localized.ts'
import { xlsxMime } from './response-files.ts'

/** What became of one part of the file. `code` is one of `domain/answers/form-report.ts`. */
export const Remark = z.object({
  /** Empty for a file without sheets. */
  sheet: z.string(),
  /** As Excel counts; 0 for the sheet as a whole. */
  row: z.int(),
  column: z.string(),
  cell: z.string(),
  code: z.string(),
  verdict: z.enum(remarkVerdicts),
  message: z.string(),
  name: z.optional(z.string()),
  value: z.optional(z.string()),
})
export type Remark = z.output<typeof Remark>

/** The most remarks of each verdict in the list; the counts stay exact. */
export const maxListedRemarks = 2000

/** The rows of a form, or of a table whose columns become questions. */
export const maxFormRows = 20_000

/** Of a form with its files in one archive. */
export const maxFormMegabytes = 100

/** The survey that the file makes, and what became of each part of the file. */
export const FormFileReport = z.object({
  kind: z.enum(['XLSFORM', 'TABLE']),
  title: z.string(),
  sections: z.array(
    z.object({
      title: LocalizedText,
      questions: z.array(
        z.object({ code: z.string(), text: LocalizedText, type: z.enum(questionTypes), options: z.int() }),
      ),
    }),
  ),
  questionCount: z.int(),
  counts: z.object({ TAKEN: z.int(), CHANGED: z.int(), LEFT_OUT: z.int(), WRONG: z.int() }),
  /** Of the columns that hold logic: the cells there, and those that do not come along. */
  logic: z.array(z.object({ column: z.enum(logicColumns), there: z.int(), left: z.int() })),
  remarks: z.array(Remark),
  /** The survey that was made; null while nothing is confirmed. */
  survey: z.nullable(z.object({ id: Id, encodedId: z.string() })),
})
export type FormFileReport = z.output<typeof FormFileReport>

/** The draft, unless a version is named. */
const versionQuery = z.strictObject({ version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) })

export const xformMime = 'application/xml'

export const formFiles = {
  import: endpoint({
    route: 'POST /surveys/import',
    access: 'surveys.write',
    summary:
      'What an XLSForm, alone or in an archive with its files, or a table of data would make; with confirm, the draft survey',
    query: z.strictObject({
      confirm: z.optional(z.enum(['true', 'false'])),
      /** A form with a public key is refused unless a person says that its responses may come unencrypted. */
      unencrypted: z.optional(z.enum(['true', 'false'])),
      /** Instead of the title in the file. */
      title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    }),
    upload: { file: 'file', maxBytes: maxFormMegabytes * 1024 * 1024, required: true },
    reply: one(FormFileReport),
  }),
  xlsform: endpoint({
    route: 'GET /surveys/{surveyId}/xlsform',
    access: 'surveys.read',
    summary: 'The survey as an XLSForm: the draft, or one of its versions',
    query: versionQuery,
    reply: file(xlsxMime),
  }),
  xform: endpoint({
    route: 'GET /surveys/{surveyId}/xform',
    access: 'surveys.read',
    summary: 'The survey as an XForm in XML: the draft, or one of its versions',
    query: versionQuery,
    reply: file(xformMime),
  }),
}
