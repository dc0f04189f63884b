/** The answers to a survey all together, under the filter of the list of responses: a chart for each question, and two crossed. */
import * as z from 'zod/mini'
import { chartKinds } from '#domain/surveys/question-types.ts'
import { responseSources } from '#domain/answers/response.ts'
import { questionCode, questionTypes } from '#domain/surveys/survey.ts'
import { QuestionCodes } from './answer-filter.ts'
import { endpoint, one } from './endpoint.ts'
import { Id, Titled } from './fields.ts'
import { LocalizedText } from './localized.ts'
import { responseList } from './responses.ts'

const Count = z.int()

const QuestionChart = z.object({
  questionId: Id,
  code: z.string(),
  text: LocalizedText,
  type: z.enum(questionTypes),
  kind: z.enum(chartKinds),
  /** Answers; of several choices in one, each response counts once. */
  answered: Count,
  /** CHOICES: the options in their order, then other words, the most frequent first. TEXTS: the words of the answers, in small letters. */
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
  /** By day of submission (UTC). */
  days: z.array(z.object({ day: z.string(), n: Count })),
  sources: z.array(z.object({ source: z.enum(responseSources), n: Count })),
  /** By the site of the task that they did; null: without a site. */
  sites: z.array(z.object({ site: z.nullable(Titled), n: Count, flagged: Count })),
  /** Null: without a collector. */
  collectors: z.array(z.object({ collector: z.nullable(z.string()), n: Count, flagged: Count })),
  questions: z.array(QuestionChart),
  /** Personal questions, left out without `responses.personal`. */
  hidden: Count,
})
export type Insight = z.output<typeof Insight>

/** What responses are grouped by beside the answers to a question, written `@unit`. */
export const crossFacts = ['unit', 'site', 'collector', 'source', 'status', 'month'] as const
export type CrossFact = (typeof crossFacts)[number]

/** A question's code, or a fact of the response. */
const Axis = z.string().check(z.regex(new RegExp(`^(?:@(?:${crossFacts.join('|')})|[A-Za-z][A-Za-z0-9_]{0,49})$`)))

const Group = z.object({
  /** BLANK: without an answer, a site and the like. REST: all groups beyond those that are listed. */
  kind: z.enum(['VALUE', 'BLANK', 'REST']),
  /**
   * An option's code, the code of a unit in an answer, the id of a site or unit, the name of a collector, a status or source, a
   * month `2026-01`, the lower end of a bin.
   */
  key: z.nullable(z.string()),
  /** Of an option. */
  text: z.nullable(LocalizedText),
  /** Of a site or unit. */
  name: z.nullable(z.string()),
  /** Of numbers: both ends. Whole ones up to and with `to`. */
  bin: z.nullable(z.object({ from: z.number(), to: z.number() })),
  /** Responses of the group, in weights where there are such: of several options in one, each response counts once. */
  n: z.number(),
})
export type Group = z.output<typeof Group>

const Stats = z.object({ n: Count, mean: z.number(), median: z.number(), low: z.number(), high: z.number() })
export type Stats = z.output<typeof Stats>

export const Cross = z.object({
  /** Responses that match, and how much they weigh together. */
  total: Count,
  weight: z.number(),
  /** Options in their order, numbers and months from the first, others the most frequent first. REST and BLANK come last. */
  rows: z.array(Group),
  /** One group of all responses where `by` is left out. */
  columns: z.array(Group),
  /** By row, then by column. A response with several options counts in each. */
  counts: z.array(z.array(z.number())),
  /** Of rows that are numbers: by column, and of all. Null where no number is. The mean is weighted, the rest is not. */
  stats: z.nullable(z.object({ all: z.nullable(Stats), columns: z.array(z.nullable(Stats)) })),
})
export type Cross = z.output<typeof Cross>

/** The most groups of a side; of units so many that a map shows a country. */
export const mostGroups = 50
export const mostUnits = 2000

const filter = z.omit(responseList.filter, { surveyId: true })

export const insight = {
  /** Any question by another, or by a fact of the response: counts, and of numbers their means. */
  cross: endpoint({
    route: 'GET /surveys/{surveyId}/insight/cross',
    access: 'responses.read',
    summary: 'Two questions of a survey crossed, from the responses that match',
    query: z.extend(filter, {
      rows: Axis,
      by: z.optional(Axis),
      /** The code of a question whose number is what a response counts; one without the number counts nothing. */
      weight: z.optional(z.string().check(z.regex(questionCode))),
      /** Of units: those of this depth, with all below them; 0 is the whole. */
      level: z.optional(z.string().check(z.regex(/^[0-9]$/))),
    }),
    reply: one(Cross),
  }),
  ofSurvey: endpoint({
    route: 'GET /surveys/{surveyId}/insight',
    access: 'responses.read',
    summary: 'A chart for each question of a survey, from the responses that match',
    /** `questions`: the codes of those to chart; all unless said. */
    query: z.extend(filter, { questions: QuestionCodes }),
    reply: one(Insight),
  }),
}
