/** One response, entered for a participant: by a program, or by staff from a paper or a call. */
import * as z from 'zod/mini'
import { fenceModes } from '#domain/answers/geofence.ts'
import { surveyStatuses } from '#domain/surveys/survey.ts'
import { sendingKinds } from '#domain/surveys/survey-token.ts'
import { Answer } from './answers.ts'
import { endpoint, one } from './endpoint.ts'
import { Id, Moment, optionalText, text, Timestamp, Version } from './fields.ts'
import { LocalizedText, Media } from './localized.ts'
import { Consent, Notices } from './notices.ts'
import { saying } from './problems.ts'
import { Question } from './questions.ts'
import { ResponseRow } from './responses.ts'
import { InnerGroups, Repeat, Section } from './sections.ts'
import { Skip } from './skips.ts'
import { SurveyFile } from './survey-files.ts'
import { SurveyRef } from './survey-ref.ts'

const optionalWords = z.optional(z.nullable(z.string()))

const EntryOption = z.extend(
  z.pick(Answer, { id: true, code: true, text: true, isOther: true, exclusive: true, position: true }),
  {
    parentCode: z.optional(z.nullable(z.string())),
    columns: z.optional(z.nullable(z.record(z.string(), z.string()))),
    media: z.optional(Media),
  },
)
const EntryQuestion = z.extend(
  z.omit(Question, {
    version: true,
    createdAt: true,
    updatedAt: true,
    surveyId: true,
    sectionId: true,
    firstVersion: true,
  }),
  {
    formPath: optionalWords,
    relevant: optionalWords,
    constraint: optionalWords,
    calculation: optionalWords,
    initial: optionalWords,
    trigger: optionalWords,
    guidance: z.optional(z.nullable(LocalizedText)),
    media: z.optional(Media),
    readOnly: z.optional(z.boolean()),
    appearance: optionalWords,
    optionFilter: optionalWords,
    list: z.optional(Question.shape.list),
    saveTo: optionalWords,
    answers: z.array(EntryOption),
  },
)
const EntrySection = z.extend(z.pick(Section, { id: true, title: true, position: true }), {
  media: z.optional(Media),
  groups: z.optional(InnerGroups),
  relevant: optionalWords,
  appearance: optionalWords,
  repeat: z.optional(z.nullable(Repeat)),
  questions: z.array(EntryQuestion),
})
const EntryRule = z.omit(Skip, { version: true, createdAt: true, updatedAt: true, surveyId: true })

export const EntryForm = z.object({
  surveyId: Id,
  title: z.string(),
  /** The published version that new responses are pinned to. */
  surveyVersion: z.int(),
  /** Why the survey takes no responses now: a code of `domain/errors.ts`. */
  refusal: z.nullable(z.string()),
  status: z.enum(surveyStatuses),
  startsAt: z.nullable(Timestamp),
  /** Whether each response names its participant. */
  participantRequired: z.boolean(),
  /** Whether an approved response is paid, to the phone of its participant. */
  isPaid: z.optional(z.boolean()),
  /** Of phone numbers without a country code; without it they are refused. */
  phoneCountry: z.optional(z.nullable(z.string())),
  /** Of a participant's own link: who answers. */
  participant: z.optional(z.object({ name: z.string() })),
  /** Whether a page has one question, not a section. */
  questionPerPage: z.optional(z.boolean()),
  /** What the geofence does with places. */
  fence: z.enum(fenceModes),
  /** That version in its newest revision. */
  content: z.object({
    sections: z.array(EntrySection),
    skips: z.optional(z.array(EntryRule)),
    notices: z.optional(Notices),
    files: z.optional(z.array(SurveyFile)),
  }),
})
export type EntryForm = z.output<typeof EntryForm>

/** Who enters it: a program, or a person on the screen. */
const entrySources = ['API', 'STAFF'] as const

export const longestFormKey = 200

const coordinate = z.optional(z.nullable(z.number()))

/** The fields of one response that all doors take. */
export const newResponseFields = {
  participantPhone: optionalText(100),
  /** Of a participant who is not known yet. */
  participantName: optionalText(200),
  /** Now, unless given. */
  submittedAt: z.optional(z.nullable(Moment)),
  latitude: coordinate,
  longitude: coordinate,
  /** Metres. */
  accuracy: coordinate,
  /** The start and end of the interview by the device's clock; by default it ends with the submission. */
  startedAt: z.optional(z.nullable(Moment)),
  finishedAt: z.optional(z.nullable(Moment)),
  /** The sender's own name of the device. */
  deviceId: optionalText(200),
  /** Of the person who answers, where the survey asks for it. */
  consent: z.optional(z.nullable(Consent)),
  /**
   * Values by question id or by code, as `domain/answers/answers.ts` has them; the text of an "other" at `<code>.other`, in the
   * second repetition of a section `<code>.2` and `<code>.2.other`, in the third inside of that `<code>.2.3`.
   */
  answers: z.record(z.string(), z.unknown()),
}

/** The part of a response that every door reads alike. */
export const EntryFields = z.object(newResponseFields)
export type EntryBody = z.output<typeof EntryFields>

const NewResponse = z
  .strictObject({
    surveyId: z.optional(SurveyRef),
    /** Another word for `surveyId`. */
    encodedId: z.optional(SurveyRef),
    /** The version that was filled in, for callers who must know that it is the current one. */
    surveyVersion: z.optional(Version),
    /** The sender's own name of the form: a form sent again is the same form. */
    clientUuid: z.optional(text(longestFormKey)),
    source: z.optional(z.enum(entrySources)),
    ...newResponseFields,
  })
  .check(
    z.refine(({ surveyId, encodedId }) => surveyId !== undefined || encodedId !== undefined, {
      path: ['surveyId'],
      params: saying('REQUIRED'),
    }),
    z.refine(({ surveyId, encodedId }) => surveyId === undefined || encodedId === undefined, {
      path: ['encodedId'],
      params: saying('NOT_ALLOWED'),
    }),
  )
export type NewResponse = z.output<typeof NewResponse>

export const entry = {
  form: endpoint({
    route: 'GET /forms/{surveyId}/questionnaire',
    access: 'responses.enter',
    tokens: sendingKinds,
    summary: 'The questionnaire that responses to a survey are entered in',
    reply: one(EntryForm),
  }),
  send: endpoint({
    route: 'POST /responses',
    access: 'responses.enter',
    tokens: sendingKinds,
    summary: 'Enter one response; the same clientUuid with the same content is the same response',
    body: NewResponse,
    reply: one(ResponseRow),
    status: 201,
  }),
}
