/** The answers to a survey all together: a chart for each question, under the filter of the list of responses. */
import * as z from 'zod/mini'
import { chartKinds } from '#domain/surveys/question-types.ts'
import { responseSources } from '#domain/answers/response.ts'
import { questionTypes } from '#domain/surveys/survey.ts'
import { endpoint, one } from './endpoint.ts'
import { Id } from './fields.ts'
import { LocalizedText } from './localized.ts'
import { responseList } from './responses.ts'
import { surveyParams } from './survey-ref.ts'

const Count = z.int()

const QuestionChart = z.object({
  questionId: Id,
  code: z.string(),
  text: LocalizedText,
  type: z.enum(questionTypes),
  kind: z.enum(chartKinds),
  /** Answers; of several choices in one, each response counts once. */
  answered: Count,
  /** CHOICES: the options in their order, then other words, the most frequent first. */
  choices: z.array(z.object({ code: z.string(), text: z.nullable(LocalizedText), n: Count })),
  /** NUMBERS, and DAYS as days since 1970-01-01. */
  spread: z.nullable(
    z.object({
      low: z.number(),
      q1: z.number(),
      median: z.number(),
      q3: z.number(),
      high: z.number(),
      mean: z.number(),
    }),
  ),
  bins: z.array(z.object({ from: z.number(), to: z.number(), n: Count })),
  /** PLACES: the middles of the cells of a grid, those with most answers first. */
  places: z.array(z.object({ latitude: z.number(), longitude: z.number(), n: Count })),
})
export type QuestionChart = z.output<typeof QuestionChart>

export const Insight = z.object({
  /** All responses that match. */
  total: Count,
  /** The latest of them, whose answers are charted. */
  charted: Count,
  /** All that match, by day of submission (UTC). */
  days: z.array(z.object({ day: z.string(), n: Count })),
  /** Of those charted. */
  sources: z.array(z.object({ source: z.enum(responseSources), n: Count })),
  /** Of those charted, by the site of the task that they did; null: without a site. */
  sites: z.array(z.object({ site: z.nullable(z.object({ id: Id, title: z.string() })), n: Count, flagged: Count })),
  /** Of those charted; null: without a collector. */
  collectors: z.array(z.object({ collector: z.nullable(z.string()), n: Count, flagged: Count })),
  questions: z.array(QuestionChart),
  /** Personal questions, left out without `responses.personal`. */
  hidden: Count,
})
export type Insight = z.output<typeof Insight>

export const insight = {
  ofSurvey: endpoint({
    route: 'GET /surveys/{surveyId}/insight',
    access: 'responses.read',
    summary: 'A chart for each question of a survey, from the responses that match',
    params: surveyParams,
    query: z.omit(responseList.filter, { surveyId: true }),
    reply: one(Insight),
  }),
}
