import * as z from 'zod/mini'
import { propertyName } from '#domain/surveys/entities.ts'
import { questionCode, questionTypes } from '#domain/surveys/survey.ts'
import { Answer, Position } from './answers.ts'
import { endpoint, fields, one, sendingBack } from './endpoint.ts'
import { Id, printable, recordFields, text } from './fields.ts'
import { LocalizedText, localizedText, Media, optionalLocalizedText, optionalMedia } from './localized.ts'
import { newOrder } from './order.ts'
import { teaching } from './problems.ts'
import { resource } from './resource.ts'
import { withRules } from './skips.ts'
import { ofSurveys } from './survey-ref.ts'

const QuestionType = z.enum(questionTypes)

/** Bounds of an answer; which of them fit which type says `domain/publishing/survey-rules.ts`. Sent as a whole. */
const Validation = z.strictObject({
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  /** Of a RANGE. */
  step: z.optional(z.number().check(z.positive())),
  maxLength: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  regex: z.optional(z.string().check(z.minLength(1), z.maxLength(500), printable('one'))),
  /** Said instead of the product's own words when an answer breaks a bound. */
  message: z.optional(localizedText(500, 'one')),
  /** The same of a required answer that is missing. */
  requiredMessage: z.optional(localizedText(500, 'one')),
})

export type GivenValidation = z.output<typeof Validation>

/** An expression over the codes of questions (`domain/expressions/expression.ts`). */
export function optionalExpression() {
  return z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000), printable('one'))))
}

/** Words of XLSForm; those that do nothing here are kept (`domain/surveys/appearances.ts`). */
export const optionalAppearance = z.optional(z.nullable(text(500)))

/** Its options are the rows of a file of the survey; unless named, the columns are `name` and `label`. */
const OptionList = z.strictObject({
  file: text(200),
  value: z.optional(z.nullable(text(100))),
  label: z.optional(z.nullable(text(100))),
})

export const QuestionFields = z.strictObject({
  /** Another section of the same survey moves the question there. */
  sectionId: Id,
  /** `q1`, `q2`, ... whichever is free unless given. */
  code: z.optional(teaching(z.string().check(z.regex(questionCode)), { example: 'household_size' })),
  text: localizedText(),
  help: optionalLocalizedText(),
  type: QuestionType,
  required: z.optional(z.boolean()),
  validation: z.optional(Validation),
  relevant: optionalExpression(),
  constraint: optionalExpression(),
  calculation: optionalExpression(),
  /** What the answer begins with: `5`, `'maize'` or `today()`. */
  initial: optionalExpression(),
  /** The calculation is made when the value of this changes, and people may change what it gave. */
  trigger: optionalExpression(),
  /** Further help, which a person opens. */
  guidance: optionalLocalizedText(),
  media: optionalMedia,
  /** Shown, and not changed by people. */
  readOnly: z.optional(z.boolean()),
  appearance: optionalAppearance,
  /** Which of its options are offered: `column('district') = district`. */
  optionFilter: optionalExpression(),
  list: z.optional(z.nullable(OptionList)),
  /** The property of an entity that the answer is. */
  saveTo: z.optional(z.nullable(z.string().check(z.regex(propertyName)))),
  filterable: z.optional(z.boolean()),
  identifying: z.optional(z.boolean()),
  personal: z.optional(z.boolean()),
  /** The end of its section unless given. */
  position: z.optional(Position),
})

export const Question = z.object({
  ...recordFields,
  surveyId: Id,
  sectionId: Id,
  code: z.string(),
  text: LocalizedText,
  help: z.nullable(LocalizedText),
  type: QuestionType,
  required: z.boolean(),
  validation: z.object({
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    step: z.optional(z.number()),
    maxLength: z.optional(z.int()),
    regex: z.optional(z.string()),
    message: z.optional(LocalizedText),
    requiredMessage: z.optional(LocalizedText),
  }),
  relevant: z.nullable(z.string()),
  constraint: z.nullable(z.string()),
  calculation: z.nullable(z.string()),
  optionFilter: z.nullable(z.string()),
  /** Where it was in the form that it was imported from: `hh/demographics/name`. */
  formPath: z.nullable(z.string()),
  initial: z.nullable(z.string()),
  trigger: z.nullable(z.string()),
  guidance: z.nullable(LocalizedText),
  media: Media,
  readOnly: z.boolean(),
  appearance: z.nullable(z.string()),
  list: z.nullable(OptionList),
  saveTo: z.nullable(z.string()),
  filterable: z.boolean(),
  identifying: z.boolean(),
  personal: z.boolean(),
  position: z.int(),
  /** The first published version that holds it; from then on code and type stay and it cannot be deleted. */
  firstVersion: z.nullable(z.int()),
})
export type Question = z.output<typeof Question>

/** With its answers, sorted by id (seed §3); `position` says where each is shown. */
export const QuestionWithAnswers = z.extend(Question, { answers: z.array(Answer) })
export type QuestionWithAnswers = z.output<typeof QuestionWithAnswers>

/** As lists have it: with what its ids stand for. */
export const QuestionRow = z.extend(Question, { surveyTitle: z.string(), sectionTitle: LocalizedText })
export type QuestionRow = z.output<typeof QuestionRow>

const standard = resource({
  path: 'questions',
  row: QuestionRow,
  fields: QuestionFields,
  read: 'surveys.read',
  write: 'surveys.write',
  remove: 'surveys.write',
  sort: ['id', 'position', 'code', 'updatedAt'],
  filters: {
    surveyId: ofSurveys,
    sectionId: { kind: 'record', of: 'sections' },
    type: { kind: 'oneOf', values: questionTypes },
  },
})

export const questions = {
  ...standard,
  update: sendingBack(standard.update, z.extend(QuestionRow, { answers: z.array(Answer) })),
  remove: { ...standard.remove, query: withRules },
  ofSection: endpoint({
    route: 'GET /questions/section/{sectionId}',
    access: 'surveys.read',
    summary: 'The questions of a section with their answers, in order',
    reply: fields(z.object({ questions: z.array(QuestionWithAnswers) })),
  }),
  duplicate: endpoint({
    route: 'POST /questions/{questionId}/duplicate',
    access: 'surveys.write',
    summary: 'Copy a question with its options and rules, right behind it',
    reply: one(QuestionWithAnswers),
    status: 201,
  }),
  reorder: endpoint({
    route: 'POST /questions/section/{sectionId}/reorder',
    access: 'surveys.write',
    summary: 'Put the questions of a section in order: all of their ids',
    body: newOrder('questionIds'),
    reply: fields(z.object({ questions: z.array(QuestionWithAnswers) })),
  }),
}
