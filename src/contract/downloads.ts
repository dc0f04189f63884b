/**
 * Answers as files (product.md §5): one survey, all of its versions, what the list of responses shows under the same
 * filter. Few rows come at once; many are the work of a job.
 */
import * as z from 'zod/mini'
import { languageCode } from '#domain/survey.ts'
import { endpoint, file, one } from './endpoint.ts'
import { xlsxMime } from './response-files.ts'
import { responseList } from './responses.ts'
import { SurveyRef, surveyRef } from './survey-ref.ts'
import { saying } from './problems.ts'
import { Started } from './views.ts'

export const downloadFormats = ['xlsx', 'csv'] as const
export const valueForms = ['labels', 'codes'] as const
export const multipleForms = ['column', 'options'] as const
/** In place of the answers: their codebook, or the syntax by which SPSS or Stata reads the CSV of codes. */
export const codebookForms = ['true', 'false', 'sps', 'do'] as const

const yesNo = z.enum(['true', 'false'])

/** A choice that is left out is the first of its values. */
const Order = z
  .strictObject({
    ...responseList.filter.shape,
    sort: responseList.query.shape.sort,
    surveyId: z.optional(z.union([surveyRef(), SurveyRef])),
    /** Another word for `surveyId`. */
    encodedId: z.optional(surveyRef()),
    format: z.optional(z.enum(downloadFormats)),
    /** How choices are written. Statuses and the like follow it. */
    values: z.optional(z.enum(valueForms)),
    /** Of headings and labels: English, or what there is, where it is missing. */
    language: z.optional(z.string().check(z.regex(languageCode))),
    /** An answer of several choices as `a;b`, or as one column for each option, with 1 or 0. */
    multiple: z.optional(z.enum(multipleForms)),
    /** Whether a CSV begins with a byte order mark, as Excel needs it. */
    bom: z.optional(yesNo),
    /** A workbook has its codebook as a sheet, unless `false`; a CSV is one or the other. */
    codebook: z.optional(z.enum(codebookForms)),
  })
  .check(
    z.refine(({ surveyId, encodedId }) => surveyId !== undefined || encodedId !== undefined, {
      path: ['surveyId'],
      params: saying('REQUIRED'),
    }),
    z.refine(({ surveyId, encodedId }) => surveyId === undefined || encodedId === undefined, {
      path: ['encodedId'],
      params: saying('NOT_ALLOWED'),
    }),
    z.refine(({ format, codebook }) => format === 'csv' || codebook === undefined || !/^(sps|do)$/.test(codebook), {
      path: ['codebook'],
      params: saying('NOT_ALLOWED'),
    }),
  )
export type DownloadOrder = z.output<typeof Order>

export const excels = {
  /** Refused with EXPORT_TOO_LARGE where a job must make it. */
  download: endpoint({
    method: 'GET',
    path: '/excels/download',
    access: 'responses.export',
    transaction: 'none',
    summary: 'The answers to a survey as a workbook or as CSV',
    query: Order,
    reply: file(xlsxMime),
  }),
  start: endpoint({
    method: 'POST',
    path: '/excels/download',
    access: 'responses.export',
    transaction: 'write',
    summary: 'Make the same file by a job, however many answers there are',
    body: Order,
    reply: one(Started),
    status: 202,
  }),
}
