/** A skip rule sends on to a later question, to a later section or to the end, by the answer to one question. */
import * as z from 'zod/mini'
import { skipActions, skipOperators } from '#domain/survey.ts'
import { Id, recordFields } from './fields.ts'
import { resource } from './resource.ts'
import { ofSurveys } from './survey-ref.ts'

const Operator = z.enum(skipOperators)
const Action = z.enum(skipActions)
const Word = z.string().check(z.minLength(1), z.maxLength(200))
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

export const Skip = z.object({
  ...recordFields,
  surveyId: Id,
  fromQuestionId: Id,
  operator: Operator,
  value: z.nullable(z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])),
  answerId: z.nullable(Id),
  action: Action,
  target: z.nullable(Id),
  priority: z.int(),
})
export type Skip = z.output<typeof Skip>

export const skips = resource({
  path: 'skips',
  row: Skip,
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
