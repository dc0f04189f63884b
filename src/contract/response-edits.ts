/** Corrections of responses (product.md §5): their answers, their header, what was changed before, and deletion. */
import * as z from 'zod/mini'
import { changeSources } from '#domain/answers/answer-edit.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Moment, optionalLines, pageFields, text, Timestamp, Version } from './fields.ts'
import { saying } from './problems.ts'
import { AnswerValue, ResponseDetail, responses } from './responses.ts'

/** A question by its id or its code; `.2` or `.2.3` behind it names a repetition, `.other` the text beside its "other". */
const QuestionName = z.union([Id, text(100)])
/** Null clears the answer. */
const Value = z.nullable(AnswerValue)
const maxAnswers = 2000

const Correction = {
  reason: optionalLines(2000),
  version: z.optional(Version),
}

/** One answer, several, or the old value of an earlier change. */
export const Edit = z
  .strictObject({
    ...Correction,
    questionId: z.optional(QuestionName),
    value: z.optional(Value),
    /** A list, or values by question as the response itself has them. */
    answers: z.optional(
      z.union([
        z
          .array(z.strictObject({ questionId: QuestionName, value: Value }))
          .check(z.minLength(1), z.maxLength(maxAnswers)),
        z.record(z.string(), Value),
      ]),
    ),
    /** The change that is taken back. */
    reverts: z.optional(Id),
    /** Clears the answers that become irrelevant, which are refused by name without it. */
    confirm: z.optional(z.boolean()),
  })
  .check(({ value: body, issues }) => {
    const { questionId, value, answers, reverts } = body
    const given = [questionId, answers, reverts].filter((each) => each !== undefined).length
    const refuse = (key: string, code: 'REQUIRED' | 'NOT_ALLOWED') =>
      void issues.push({ code: 'custom', input: body, path: [key], params: saying(code) })
    if (given === 0) refuse('questionId', 'REQUIRED')
    if (given > 1) refuse(answers === undefined ? 'reverts' : 'answers', 'NOT_ALLOWED')
    if (questionId !== undefined && value === undefined) refuse('value', 'REQUIRED')
    if (questionId === undefined && value !== undefined) refuse('value', 'NOT_ALLOWED')
  })
export type Edit = z.output<typeof Edit>

/** The `data` of ANSWERS_IRRELEVANT. Of the number of repetitions of a section there is no question. */
export const IrrelevantAnswers = z.object({
  irrelevant: z.array(z.object({ key: z.string(), questionId: z.nullable(Id), code: z.string() })),
})
export type IrrelevantAnswers = z.output<typeof IrrelevantAnswers>

export const AnswerChangeRow = z.object({
  id: Id,
  /** The key in the answers: the id of the question or of its "other". */
  key: z.string(),
  questionId: z.nullable(Id),
  before: Value,
  after: Value,
  /** Why the values are missing: personal without `responses.personal`, or erased with the participant. */
  hidden: z.nullable(z.enum(['PERSONAL', 'ERASED'])),
  at: Timestamp,
  /** The editor's name. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  source: z.enum(changeSources),
})
export type AnswerChangeRow = z.output<typeof AnswerChangeRow>

export const Header = z.strictObject({
  ...Correction,
  participantPhone: z.optional(z.nullable(text(50))),
  submittedAt: z.optional(Moment),
  latitude: z.optional(z.nullable(z.number().check(z.minimum(-90), z.maximum(90)))),
  longitude: z.optional(z.nullable(z.number().check(z.minimum(-180), z.maximum(180)))),
  accuracy: z.optional(z.nullable(z.number().check(z.nonnegative(), z.maximum(1_000_000)))),
})
export type Header = z.output<typeof Header>

/** What all calls share that change a response. */
const edit = {
  access: 'responses.edit',
  body: Edit,
  sentBack: ResponseDetail,
  readBy: responses.get.path,
  reply: one(ResponseDetail),
} as const

export const responseEdits = {
  update: endpoint({ ...edit, route: 'PUT /responses/{id}', summary: 'Change answers of a response' }),
  // Seed §7: "Response update uses PUT /forms/answers/{id}". The id belongs to the response.
  answers: endpoint({
    ...edit,
    route: 'PUT /forms/answers/{id}',
    summary: 'Change one answer of a response, or several',
  }),
  several: endpoint({
    ...edit,
    route: 'PUT /forms/{formId}/answers',
    summary: 'Change several answers of a response',
  }),
  header: endpoint({
    ...edit,
    route: 'PUT /forms/{id}',
    summary: 'Change who gave a response, when and where',
    body: Header,
  }),
  changes: endpoint({
    route: 'GET /responses/{id}/changes',
    access: 'responses.read',
    summary: 'Changed answers of a response, newest first',
    query: z.strictObject(pageFields),
    reply: list(AnswerChangeRow),
  }),
}
