/** An answer is an option of a choice question. */
import * as z from 'zod/mini'
import { Id, recordFields } from './fields.ts'
import { LocalizedText, localizedText } from './localized.ts'
import { resource } from './resource.ts'
import { withRules } from './skips.ts'
import { ofSurveys } from './survey-ref.ts'

/** The place of a section, a question or an answer among its siblings; equal places are ordered by id. */
export const Position = z.int().check(z.minimum(1), z.maximum(1_000_000))

/** The content of a cell: no `;`, which separates several answers, and no control characters. */
const AnswerCode = z.string().check(z.trim(), z.regex(/^[^;\p{Cc}]{1,100}$/u))

export const AnswerFields = z.strictObject({
  /** Fixed once the answer exists. */
  questionId: Id,
  /** The next free number unless given. */
  code: z.optional(AnswerCode),
  text: localizedText(2000, 'one'),
  /** Choosing it asks for words of the respondent's own. */
  isOther: z.optional(z.boolean()),
  /** Chosen together with nothing else: "none of these". */
  exclusive: z.optional(z.boolean()),
  /** The code of an option of an earlier question that this one belongs to: a district's province. */
  parentCode: z.optional(z.nullable(AnswerCode)),
  /** The end unless given. */
  position: z.optional(Position),
})

export const Answer = z.object({
  ...recordFields,
  surveyId: Id,
  questionId: Id,
  code: z.string(),
  text: LocalizedText,
  isOther: z.boolean(),
  exclusive: z.boolean(),
  parentCode: z.nullable(z.string()),
  position: z.int(),
  /** The first published version that holds it; from then on its code stays and it cannot be deleted. */
  firstVersion: z.nullable(z.int()),
})
export type Answer = z.output<typeof Answer>

const standard = resource({
  path: 'answers',
  row: Answer,
  fields: AnswerFields,
  read: 'surveys.read',
  write: 'surveys.write',
  remove: 'surveys.write',
  sort: ['id', 'position', 'code', 'updatedAt'],
  filters: { surveyId: ofSurveys, questionId: { kind: 'record', of: 'questions' } },
})

export const answers = { ...standard, remove: { ...standard.remove, query: withRules } }
