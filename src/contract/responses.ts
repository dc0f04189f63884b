/**
 * Responses as staff see them: the list with its counts, one with its answers, and the verdicts, single or in bulk. A
 * response, its form and its location are one record with one number (product.md, Glossary).
 */
import * as z from 'zod/mini'
import { fenceVerdicts } from '#domain/answers/geofence.ts'
import { qualityFlags } from '#domain/answers/quality-flags.ts'
import { responseSources, responseStatuses, reviewTargets, type ResponseStatus } from '#domain/answers/response.ts'
import { longestReviewNote, mostReviewNotes, waysBack } from '#domain/answers/way-back.ts'
import { questionTypes } from '#domain/surveys/survey.ts'
import { answerSort, AnswersWord, QuestionCodes } from './answer-filter.ts'
import { endpoint, list, one } from './endpoint.ts'
import {
  BulkResult,
  Day,
  Id,
  idList,
  Named,
  optionalId,
  optionalLines,
  printable,
  Timestamp,
  Version,
} from './fields.ts'
import { LocalizedText } from './localized.ts'
import { Consent } from './notices.ts'
import { keysBut, listing, Search } from './listing.ts'
import { Question } from './questions.ts'
import { Repeat } from './sections.ts'
import { SurveyFile } from './survey-files.ts'
import { ofSurveys, SurveyRef } from './survey-ref.ts'
import { saying } from './problems.ts'

const Status = z.enum(responseStatuses)

/** Answers by question id; the key of the free text beside an "other" option is `"<question id>.other"`. */
export const AnswerValue = z.union([
  z.string(),
  z.number(),
  z.array(z.string()),
  z.object({ latitude: z.number(), longitude: z.number(), accuracy: z.optional(z.number()) }),
  z.object({ file: Id, name: z.string() }),
])
export const Answers = z.record(z.string(), AnswerValue)

const rowFields = {
  id: Id,
  surveyId: Id,
  surveyTitle: z.string(),
  surveyVersion: z.int(),
  /** The sender's own name of the form. */
  formKey: z.string(),
  participant: z.nullable(Named),
  /** E.164; masked unless the asker holds `payments.viewPhone` or `responses.personal`. */
  phone: z.nullable(z.string()),
  status: Status,
  source: z.enum(responseSources),
  /** The name of who collected it: a person, a token or what a file says; null for public links. */
  collector: z.nullable(z.string()),
  isPilot: z.boolean(),
  /** The open quality flags. */
  flags: z.array(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** The verdict on its place as the geofence was at intake; null when places were not looked at. */
  fence: z.nullable(z.enum(fenceVerdicts)),
  /** Metres to the nearest middle of the fence. */
  fenceDistance: z.nullable(z.number()),
  submittedAt: Timestamp,
  receivedAt: Timestamp,
  reviewedAt: z.nullable(Timestamp),
  /** The reviewer's name. */
  reviewedBy: z.nullable(z.string()),
  /** Of the "Reasons for issues": why it has issues or was rejected. */
  issueCategoryId: z.nullable(Id),
  issueCategoryTitle: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Status of the payment this response is part of; null when it has none. */
  paymentStatus: z.nullable(z.string()),
  /**
   * The answers that the caller wants in the list, by question code. `.other` has the text beside an "other", `.label` the
   * labels of a question with `isLong`.
   */
  cells: z.optional(Answers),
  version: Version,
}
export const ResponseRow = z.object(rowFields)
export type ResponseRow = z.output<typeof ResponseRow>

const ContentOption = z.object({
  id: Id,
  code: z.string(),
  text: LocalizedText,
  isOther: z.boolean(),
  exclusive: z.boolean(),
  parentCode: z.optional(z.nullable(z.string())),
  columns: z.optional(z.nullable(z.record(z.string(), z.string()))),
  position: z.int(),
})
const ContentQuestion = z.object({
  id: Id,
  code: z.string(),
  text: LocalizedText,
  help: z.nullable(LocalizedText),
  type: z.enum(questionTypes),
  required: z.boolean(),
  /** Its answer follows from the others. */
  calculation: z.optional(z.nullable(z.string())),
  optionFilter: z.optional(z.nullable(z.string())),
  validation: z.object({
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    step: z.optional(z.number()),
    maxLength: z.optional(z.int()),
  }),
  filterable: z.boolean(),
  identifying: z.boolean(),
  personal: z.boolean(),
  position: z.int(),
  /** With a list the options are those alone that the response has chosen. */
  list: z.optional(Question.shape.list),
  answers: z.array(ContentOption),
})
const ContentSection = z.object({
  id: Id,
  title: LocalizedText,
  repeat: z.optional(z.nullable(Repeat)),
  position: z.int(),
  questions: z.array(ContentQuestion),
})

const Outlier = z.object({ question: Id, low: z.number(), high: z.number() })

/** A quality flag and what it was raised for. */
const RaisedFlag = z.object({
  flag: z.string(),
  facts: z.object({
    /** The other response. */
    other: z.optional(Id),
    percent: z.optional(z.int()),
    seconds: z.optional(z.number()),
    answers: z.optional(z.int()),
    people: z.optional(z.int()),
    /** Without the questions that are hidden. */
    outliers: z.optional(z.array(Outlier)),
  }),
  dismissedAt: z.nullable(Timestamp),
  dismissedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type RaisedFlag = z.output<typeof RaisedFlag>

/** What a reviewer wrote at one answer, by its key. */
export const ReviewNote = z.object({ key: z.string(), note: z.string() })
export type ReviewNote = z.output<typeof ReviewNote>

export const ResponseDetail = z.object({
  ...rowFields,
  /** Of the last time that it was returned. */
  reviewNotes: z.array(ReviewNote),
  /** How it reaches who can correct it when it is returned. */
  wayBack: z.enum(waysBack),
  /** Open and dismissed. */
  raisedFlags: z.array(RaisedFlag),
  accuracy: z.nullable(z.number()),
  /** What the person who answered agreed to: null without a question for it, or by a door that does not ask. */
  consent: z.nullable(z.extend(Consent, { id: Id, version: z.int(), title: z.string(), body: LocalizedText })),
  /** The circle of the fence as it is now that is nearest to the response; null without one. */
  circle: z.nullable(z.object({ latitude: z.number(), longitude: z.number(), radiusMeters: z.int() })),
  /** Of the survey, where its place is known. */
  site: z.nullable(z.object({ id: Id, title: z.string(), latitude: z.number(), longitude: z.number() })),
  /** The respondent's questionnaire: the content of the version that the response is pinned to. */
  sections: z.array(ContentSection),
  /** Of that version. */
  files: z.array(SurveyFile),
  /** Answers to questions marked personal are left out without `responses.personal`. */
  answers: Answers,
  /** Ids of the questions whose answers were left out. */
  hiddenQuestions: z.array(Id),
  /** Keys of questions that rules or conditions passed over. */
  unasked: z.array(z.string()),
})
export type ResponseDetail = z.output<typeof ResponseDetail>

/** The query of the list of responses, of its file and of the bulk review. */
export const responseList = listing({
  path: 'responses',
  row: ResponseRow,
  access: 'responses.read',
  sort: ['submittedAt', 'reviewedAt', 'status'],
  furtherSort: answerSort,
  filters: {
    status: { kind: 'oneOf', values: responseStatuses },
    surveyId: ofSurveys,
    surveyVersion: { kind: 'number', min: 1 },
    /** Of the survey, as is its unit. */
    siteId: { kind: 'record', of: 'sites' },
    administrativeUnitId: { kind: 'unit' },
    participantId: { kind: 'record', of: 'users/participants' },
    source: { kind: 'oneOf', values: responseSources },
    collector: { kind: 'text' },
    isPilot: { kind: 'yesNo' },
    /** With any of these flags. */
    flags: { kind: 'oneOf', values: qualityFlags },
    fence: { kind: 'oneOf', values: fenceVerdicts },
    issueCategoryId: { kind: 'record', of: 'issueCategories' },
    submittedAt: { kind: 'day' },
    reviewedAt: { kind: 'day' },
    reviewedBy: { kind: 'record', of: 'users/admins' },
  },
  more: {
    q: Search,
    /** Days (UTC) of submission, both included: other words for `submittedAt`. */
    from: z.optional(Day),
    to: z.optional(Day),
    answers: AnswersWord,
  },
  columns: keysBut(ResponseRow, 'surveyId', 'issueCategoryId', 'cells', 'version'),
})

/** Rows per status under the list's other filters, zeros included. */
export const StatusCounts = z.object(
  Object.fromEntries(responseStatuses.map((status) => [status, z.int()])) as Record<
    ResponseStatus,
    z.ZodMiniNumberFormat
  >,
)
export type StatusCounts = z.output<typeof StatusCounts>

const Verdict = {
  formStatus: z.enum(reviewTargets),
  /** Needed for REJECTED, unless a reason of the house is given. */
  reason: optionalLines(2000),
  /** A reason for issues that applies to responses. */
  issueCategoryId: optionalId(),
}

/** At most this many responses in one bulk review, by ids or by filter. */
export const maxReviewed = 50_000
/** A bulk review lists what failed or was skipped, and the rest too when it is no more than this. */
export const maxListedOk = 1000

export const responses = {
  list: endpoint({
    route: 'GET /responses',
    access: 'responses.read',
    summary: 'List responses',
    /** `q`: part of the participant's name, a phone number, or the beginning of the form key. */
    query: z.extend(responseList.query, { questions: QuestionCodes }),
    reply: list(ResponseRow, z.object({ statusCounts: StatusCounts })),
  }),
  export: responseList.export,
  get: endpoint({
    route: 'GET /responses/{id}',
    access: 'responses.read',
    summary: 'One response with its answers',
    reply: one(ResponseDetail),
  }),
  // Seed §7: PUT /locations/{id}, body: form status.
  move: endpoint({
    route: 'PUT /locations/{id}',
    access: 'responses.review',
    done: 'Form status updated successfully.',
    summary: 'Set the form status of one response',
    body: z
      .strictObject({
        ...Verdict,
        formStatus: z.optional(Verdict.formStatus),
        /** Another word for `formStatus`. */
        status: z.optional(Verdict.formStatus),
        version: z.optional(Version),
        /** At single answers of a response that has issues: who corrects it reads them. */
        notes: z.optional(
          z
            .array(
              z.strictObject({
                /** As in corrections: its id or its code, with the repetition. */
                questionId: z.union([Id, z.string().check(z.minLength(1), z.maxLength(100))]),
                note: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestReviewNote), printable('many')),
              }),
            )
            .check(z.maxLength(mostReviewNotes)),
        ),
      })
      .check(
        z.refine(({ formStatus, status }) => (formStatus ?? status) !== undefined, {
          path: ['formStatus'],
          params: saying('REQUIRED'),
        }),
        z.refine(({ formStatus, status = formStatus }) => (formStatus ?? status) === status, {
          path: ['status'],
          params: saying('NOT_ALLOWED'),
        }),
      ),
    sentBack: ResponseDetail,
    readBy: '/responses/{id}',
    reply: one(ResponseRow),
  }),
  undo: endpoint({
    route: 'POST /locations/{id}/undo',
    access: 'responses.review',
    summary: "Take the caller's own last review of a response back, within a minute",
    reply: one(ResponseRow),
  }),
  issues: endpoint({
    route: 'GET /responses/issues/{surveyId}',
    access: 'responses.read',
    summary: 'How many responses to a survey have issues or were rejected, by reason',
    reply: one(z.object({ reasons: z.array(z.object({ id: Id, title: z.string(), responses: z.int() })) })),
  }),
  review: endpoint({
    route: 'POST /responses/review',
    access: 'responses.review',
    summary: 'Set the form status of many responses',
    body: z
      .strictObject({
        ...Verdict,
        ids: z.optional(idList(maxReviewed)),
        /** The list's filter, in place of ids; ids may be numbers, and statuses a list of them. */
        filter: z.optional(
          z.extend(responseList.filter, {
            surveyId: z.optional(z.union([responseList.filter.shape.surveyId, SurveyRef])),
            participantId: z.optional(z.union([responseList.filter.shape.participantId, Id])),
            status: z.optional(z.union([responseList.filter.shape.status, z.array(Status).check(z.minLength(1))])),
          }),
        ),
        /** How many the screen showed: refused with BATCH_CHANGED when they are another number now. */
        expectedCount: z.optional(z.int().check(z.nonnegative())),
        /** JOB: the answer is the number of a job, which takes any number of responses and can be cancelled. */
        by: z.optional(z.enum(['CALL', 'JOB'])),
      })
      .check(
        z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
          path: ['ids'],
          params: saying('REQUIRED'),
        }),
      ),
    reply: one(BulkResult),
  }),
}
