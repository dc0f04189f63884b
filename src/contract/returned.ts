/** Responses that a reviewer returned, for those who can correct them: who collected them, or answered by their own link. */
import * as z from 'zod/mini'
import { linkCalls } from '#domain/surveys/survey-link.ts'
import { longestRemark } from '#domain/answers/way-back.ts'
import { EntryForm } from './entry.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, optionalLines, pageFields, Timestamp, Version } from './fields.ts'
import { Answers, AnswerValue, ReviewNote } from './responses.ts'

const ReturnedRow = z.object({
  id: Id,
  surveyId: Id,
  encodedId: z.string(),
  surveyTitle: z.string(),
  formKey: z.string(),
  participantName: z.nullable(z.string()),
  submittedAt: Timestamp,
  returnedAt: z.nullable(Timestamp),
  /** What the reviewer wrote about the whole of it. */
  reason: z.nullable(z.string()),
  issueCategoryTitle: z.nullable(z.string()),
  version: Version,
})
export type ReturnedRow = z.output<typeof ReturnedRow>

const ReturnedForm = z.extend(ReturnedRow, {
  notes: z.array(ReviewNote),
  /** The questionnaire of the version that was answered. Its consent was given already. */
  form: EntryForm,
  answers: Answers,
})
export type ReturnedForm = z.output<typeof ReturnedForm>

const Correction = z.strictObject({
  /** The one that was shown. */
  version: Version,
  /** All answers, by question id or code: those that are left out are cleared. */
  answers: z.record(z.string(), z.nullable(AnswerValue)),
  /** For the reviewer; needed when no answer is changed. */
  remark: optionalLines(longestRemark),
})

const access = { access: 'responses.enter', tokens: ['ANSWER'], takesApps: true } as const

export const returned = {
  list: endpoint({
    ...access,
    route: `GET ${linkCalls.returned}`,
    summary: "The caller's own responses that were returned, the first returned first",
    query: z.strictObject(pageFields),
    reply: list(ReturnedRow),
  }),
  get: endpoint({
    ...access,
    route: `GET ${linkCalls.correct}`,
    summary: 'A returned response with its questions, answers and notes',
    reply: one(ReturnedForm),
  }),
  correct: endpoint({
    ...access,
    route: `PUT ${linkCalls.correct}`,
    summary: 'Correct a returned response: it goes back to review; the same correction sent again changes nothing',
    body: Correction,
    sentBack: ReturnedForm,
    reply: one(z.object({ id: Id })),
  }),
}
