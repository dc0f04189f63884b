/**
 * Answers as files (product.md §5): one survey, all of its versions, what the list of responses shows under the same
 * filter. Few rows come at once; many are the work of a job.
 */
import * as z from 'zod/mini'
import { languageCode } from '#domain/surveys/survey.ts'
import { endpoint, file, one } from './endpoint.ts'
import { xlsxMime } from './response-files.ts'
import { responseList } from './responses.ts'
import { SurveyRef, surveyRef } from './survey-ref.ts'
import { saying } from './problems.ts'
import { Started } from './views.ts'

/**
 * `sav` is for SPSS and PSPP, `dta` for Stata, `parquet` for DuckDB, R and Python, `geojson` for maps. `zip`: the files that answer questions, at the paths
 * that the tables name.
 */
export const downloadFormats = ['xlsx', 'csv', 'sav', 'dta', 'parquet', 'geojson', 'zip'] as const
export const valueForms = ['labels', 'codes'] as const
export const multipleForms = ['column', 'options'] as const
export const headingForms = ['codes', 'paths'] as const
const yesNo = z.enum(['true', 'false'])

/** The survey, order and form of a file. A missing choice has the first of its values. */
const choices = {
  surveyId: z.optional(z.union([surveyRef(), SurveyRef])),
  /** Another word for `surveyId`. */
  encodedId: z.optional(surveyRef()),
  sort: responseList.query.shape.sort,
  format: z.optional(z.enum(downloadFormats)),
  /** How choices are written. Statuses and the like follow it. */
  values: z.optional(z.enum(valueForms)),
  /** Of headings and labels: English, or what there is, where it is missing. */
  language: z.optional(z.string().check(z.regex(languageCode))),
  /** What columns of questions are called: by code, or by the path of the form that they came from, `hh/age`. */
  headings: z.optional(z.enum(headingForms)),
  /** An answer of several choices as `a;b`, or as one column for each option, with 1 or 0. */
  multiple: z.optional(z.enum(multipleForms)),
  /** Whether a CSV begins with a byte order mark, as Excel needs it. */
  bom: z.optional(yesNo),
  /** A workbook has its codebook as a sheet, unless `false`; a CSV is one or the other. */
  codebook: z.optional(yesNo),
  /** Off: no apostrophe guards a text of a CSV that a spreadsheet would take for a formula. */
  guard: z.optional(z.enum(['on', 'off'])),
  /**
   * `removed`: no personal answer, name, phone, device or file; places rounded to two decimals, moments to the day, and responses
   * under names of this file alone. The codebook says so.
   */
  identity: z.optional(z.enum(['kept', 'removed'])),
}

type Named = Pick<z.output<z.ZodMiniObject<typeof choices>>, 'surveyId' | 'encodedId' | 'format' | 'codebook'>

function isNamed({ surveyId, encodedId }: Named): boolean {
  return surveyId !== undefined || encodedId !== undefined
}

const needsSurvey = { path: ['surveyId'], params: saying('REQUIRED') }

/** Words that do not go together. */
const onceNamed = z.refine<Named>(({ surveyId, encodedId }) => surveyId === undefined || encodedId === undefined, {
  path: ['encodedId'],
  params: saying('NOT_ALLOWED'),
})

/** A map shows places, and files show people. */
const withoutPeople = z.refine<{ format?: string | undefined; identity?: string | undefined }>(
  ({ format, identity }) => identity !== 'removed' || !/^(geojson|zip)$/.test(format ?? ''),
  { path: ['identity'], params: saying('NOT_ALLOWED') },
)

const { surveyId: _, ...words } = responseList.filter.shape

/** Of all surveys a file is a workbook or a CSV, without a codebook. */
const Order = z.strictObject({ ...words, ...choices }).check(
  onceNamed,
  withoutPeople,
  z.refine(
    (order) =>
      isNamed(order) || ((order.codebook ?? 'false') === 'false' && /^(xlsx|csv)$/.test(order.format ?? 'xlsx')),
    needsSurvey,
  ),
)
export type DownloadOrder = z.output<typeof Order>

export const excels = {
  /** Refused with EXPORT_TOO_LARGE where a job must make it. */
  download: endpoint({
    route: 'GET /excels/download',
    access: 'responses.export',
    transaction: 'none',
    summary: 'The answers to a survey as a workbook or as CSV; without a survey those to each, in a sheet of its own',
    query: Order,
    reply: file(xlsxMime),
  }),
  start: endpoint({
    route: 'POST /excels/download',
    access: 'responses.export',
    summary: 'Make the same file of a survey by a job, however many answers there are',
    body: z
      .strictObject({ filter: z.optional(z.strictObject(words)), ...choices })
      .check(onceNamed, withoutPeople, z.refine(isNamed, needsSurvey)),
    reply: one(Started),
    status: 202,
  }),
}
