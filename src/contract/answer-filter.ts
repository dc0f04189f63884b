/** Answers in the words of the list of responses: which are shown beside a row, by which it is narrowed and sorted. */
import * as z from 'zod/mini'
import { type AnswersAsked, mostAnswersAsked, mostAnswersShown } from '#domain/answers/answer-words.ts'
import { questionCode, questionTypes } from '#domain/surveys/survey.ts'
import { endpoint, one } from './endpoint.ts'
import { Day, Id } from './fields.ts'
import { maxFilterValues } from './filters.ts'
import { LocalizedText } from './localized.ts'
import { saying } from './problems.ts'

const Code = z.string().check(z.regex(questionCode))
const Words = z.string().check(z.minLength(1), z.maxLength(200))
const end = <Shape extends z.ZodMiniType>(shape: Shape) => ({ from: z.optional(shape), to: z.optional(shape) })
const isRange = ({ from, to }: { from?: unknown; to?: unknown }) => from !== undefined || to !== undefined

const AnswersAskedShape = z
  .record(
    Code,
    z.union([
      z.literal(['blank', 'answered']),
      z.strictObject({ in: z.array(Words).check(z.minLength(1), z.maxLength(maxFilterValues)) }),
      z.strictObject({ contains: Words }),
      z.strictObject({ equals: Words }),
      z.strictObject(end(z.number())).check(z.refine(isRange)),
      z.strictObject(end(Day)).check(z.refine(isRange)),
    ]),
  )
  .check(z.refine((asked) => Object.keys(asked).length <= mostAnswersAsked))

/** Undefined for a word that is none. */
function askedOf(word: string): AnswersAsked | undefined {
  try {
    return AnswersAskedShape.safeParse(JSON.parse(word)).data
  } catch {
    return undefined
  }
}

/** The meaning of a word that has the form. */
export function readAnswersAsked(word: string | undefined): AnswersAsked {
  return (word === undefined ? undefined : askedOf(word)) ?? {}
}

/**
 * JSON by question code: `{"age":{"from":18,"to":30},"sex":{"in":["f"]},"name":{"contains":"ana"},"note":"blank"}`. Only
 * questions that are filterable. In a section that repeats, an answer in any repetition counts.
 */
export const AnswersWord = z.optional(
  z.string().check(
    z.maxLength(4000),
    z.refine((word) => askedOf(word) !== undefined, { params: saying('FORMAT') }),
  ),
)

const code = questionCode.source.slice(1, -1)

/** Codes of the questions whose answers come with each row: `age,sex`. */
export const QuestionCodes = z.optional(
  z.string().check(z.regex(new RegExp(String.raw`^${code}(?:,${code}){0,${mostAnswersShown - 1}}$`))),
)

/** `answer.age`, `-answer.age`: by the answers to a filterable question, those without an answer last. */
export const answerSort = new RegExp(`^-?answer\\.${code}$`)

/** A question of any version, as a column of the list. */
const AnswerColumn = z.object({
  code: z.string(),
  text: LocalizedText,
  type: z.enum(questionTypes),
  options: z.array(z.object({ code: z.string(), text: LocalizedText, isOther: z.boolean() })),
  /** Its options are a file of very many: they are not listed here. */
  isLong: z.boolean(),
  /** Whether the list can be narrowed by its answers. */
  indexed: z.boolean(),
  /** In a section that repeats: one response has many answers, so that it is no column and no order. */
  repeats: z.boolean(),
})

export const answerColumns = endpoint({
  route: 'GET /responses/questions/{surveyId}',
  access: 'responses.read',
  summary: 'The questions of all versions of a survey whose answers the caller may see',
  reply: one(z.object({ surveyId: Id, questions: z.array(AnswerColumn) })),
})
export type AnswerColumn = z.output<typeof AnswerColumn>
