/** Reports of a survey: texts, charts and tables in an order. The figures are counted for each reader, by their own rights. */
import * as z from 'zod/mini'
import { mostReportParts } from '#domain/answers/report.ts'
import { questionCode } from '#domain/surveys/survey.ts'
import { endpoint, list, one } from './endpoint.ts'
import { printable, recordFields, Version } from './fields.ts'
import { LocalizedText, localizedText } from './localized.ts'

const Code = z.string().check(z.regex(questionCode))
/** The filter of the figures: words of the query of insight, as a URL has them. */
const query = z.string().check(z.maxLength(4000), printable('one'))

/** A question's code, or a fact of the response, as crossings have it; `@before`: the same days of the period before. */
const Axis = z.string().check(z.regex(/^@?[A-Za-z][A-Za-z0-9_]{0,49}$/))

/** What is counted; without `by` the answers to one question alone. */
export const FigureView = z.strictObject({
  rows: Axis,
  by: z.optional(Axis),
  /** The question whose numbers are the weights. */
  weight: z.optional(Code),
  /** What a crossing shows: counts, or shares of its rows or columns. */
  of: z.optional(z.enum(['counts', 'rows', 'columns'])),
  look: z.enum(['chart', 'table']),
})
export type FigureView = z.output<typeof FigureView>

const FigurePart = z.strictObject({ kind: z.literal('figure'), view: FigureView, query })
const parts = <Text extends z.ZodMiniType>(text: Text) =>
  z.array(z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('text'), text }), FigurePart]))

export const Report = z.object({ ...recordFields, title: LocalizedText, parts: parts(LocalizedText) })
export type Report = z.output<typeof Report>
export type ReportPart = Report['parts'][number]

const title = localizedText(200, 'one')
const newParts = parts(localizedText(5000)).check(z.maxLength(mostReportParts))

export const reports = {
  list: endpoint({
    route: 'GET /surveys/{id}/reports',
    access: 'responses.read',
    summary: 'The reports of a survey, for everybody who may see its responses',
    reply: list(Report),
  }),
  create: endpoint({
    route: 'POST /surveys/{id}/reports',
    access: 'surveys.write',
    summary: 'Make a report of a survey',
    body: z.strictObject({ title, parts: newParts }),
    reply: one(Report),
    status: 201,
  }),
  update: endpoint({
    route: 'PUT /surveys/{id}/reports/{reportId}',
    access: 'surveys.write',
    summary: 'Change a report: its title, or all of its parts in their order',
    body: z.strictObject({ title: z.optional(title), parts: z.optional(newParts), version: z.optional(Version) }),
    sentBack: Report,
    reply: one(Report),
  }),
  remove: endpoint({
    route: 'DELETE /surveys/{id}/reports/{reportId}',
    access: 'surveys.write',
    summary: 'Delete a report',
    reply: one(Report),
  }),
}
