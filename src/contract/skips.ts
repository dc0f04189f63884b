/** A skip rule sends on to a later question, to a later section or to the end, by the answer to one question. */
import * as z from 'zod/mini'
import { expressionFields, skipActions, skipOperators } from '#domain/surveys/survey.ts'
import { Id, printable, recordFields } from './fields.ts'
import { LocalizedText } from './localized.ts'
import { resource } from './resource.ts'
import { ofSurveys } from './survey-ref.ts'

const Operator = z.enum(skipOperators)
const Action = z.enum(skipActions)
const Word = z.string().check(z.minLength(1), z.maxLength(200), printable('one'))
const Scalar = z.union([Word, z.number()])
const Value = z.union([Word, z.number(), z.array(Scalar).check(z.minLength(1), z.maxLength(200))])

export const SkipFields = z.strictObject({
  fromQuestionId: Id,
  operator: Operator,
  /** What the answer is compared with: a list with IN, nothing with ANSWERED and EMPTY. */
  value: z.optional(z.nullable(Value)),
  /** The option instead of a value. */
  answerId: z.optional(z.nullable(Id)),
  action: Action,
  /** The id of the question or section that comes next; nothing with END. */
  target: z.optional(z.nullable(Id)),
  /** Of several rules of one question the lowest that holds counts; 1 unless given. */
  priority: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
})

const StoredValue = z.nullable(z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))

/** A rule of content that is made together with its questions, which it names by their codes. */
export const NewSkip = z.strictObject({
  from: Word,
  /** The code of an option; without one any answer counts. */
  option: z.optional(Word),
  /** The question that comes next; null: the end. */
  to: z.nullable(Word),
})
export type NewSkip = z.output<typeof NewSkip>

export const Skip = z.object({
  ...recordFields,
  surveyId: Id,
  fromQuestionId: Id,
  operator: Operator,
  value: StoredValue,
  answerId: z.nullable(Id),
  action: Action,
  target: z.nullable(Id),
  priority: z.int(),
})
export type Skip = z.output<typeof Skip>

/** As lists have it: with what its ids stand for. */
export const SkipRow = z.extend(Skip, {
  surveyTitle: z.string(),
  /** The code of the question whose answer is compared. */
  fromCode: z.string(),
  fromText: LocalizedText,
  /** What the answer is compared with; of an option its code. */
  compared: StoredValue,
  /** Of an option. */
  comparedText: z.nullable(LocalizedText),
  /** Where it leads: the code of a question or the title of a section. */
  targetName: z.nullable(z.union([z.string(), LocalizedText])),
  /** Of a question. */
  targetText: z.nullable(LocalizedText),
})
export type SkipRow = z.output<typeof SkipRow>

export const skips = resource({
  path: 'skips',
  row: SkipRow,
  fields: SkipFields,
  read: 'surveys.read',
  write: 'surveys.write',
  remove: 'surveys.write',
  sort: ['id', 'priority', 'updatedAt'],
  filters: {
    surveyId: ofSurveys,
    fromQuestionId: { kind: 'record', of: 'questions' },
    action: { kind: 'oneOf', values: skipActions },
  },
})

/** A part of the content of a survey. */
export const ContentPart = z.strictObject({ kind: z.enum(['section', 'question', 'answer', 'skip']), id: Id })
export type ContentPart = z.output<typeof ContentPart>

/** A rule that keeps a section, a question or an answer from being deleted, as IN_USE lists it in `data.rules`. */
const RuleUse = z.object({
  id: Id,
  /** The code of the question whose answer is compared. */
  from: z.string(),
  operator: Operator,
  /** What the answer is compared with; of an option its code. */
  value: StoredValue,
  action: Action,
  /** Where it leads: the code of a question or the title of a section. */
  to: z.nullable(z.union([z.string(), LocalizedText])),
  /** All of it in one line. */
  reference: z.string(),
})
export type RuleUse = z.output<typeof RuleUse>

/** A condition, constraint, calculation or number of repetitions that names a question which was to go, in `data.expressions` of IN_USE. */
const ExpressionUse = z.object({
  /** The code of the question or the title of the section that has it. */
  of: z.union([z.string(), LocalizedText]),
  field: z.enum([...expressionFields, 'repeat']),
  expression: z.string(),
})
export type ExpressionUse = z.output<typeof ExpressionUse>

/**
 * The query of a deletion: `withRules=true` deletes the rules too that name what goes. Expressions that name it stay, and
 * publishing shows them.
 */
export const withRules = z.strictObject({ withRules: z.optional(z.enum(['true', 'false'])) })
