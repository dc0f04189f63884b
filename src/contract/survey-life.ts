/** The life of a survey after its first version: its moves, who may answer, and how far it is (`domain/surveys/survey-life.ts`). */
import * as z from 'zod/mini'
import { leftoverChoices } from '#domain/surveys/payment-sets.ts'
import { responseStatuses } from '#domain/answers/response.ts'
import { surveyWorks } from '#domain/people/survey-access.ts'
import { mostParticipants, settableStatuses } from '#domain/surveys/survey-life.ts'
import { endpoint, one } from './endpoint.ts'
import { Id, Named, optionalLines, Version } from './fields.ts'
import { saying } from './problems.ts'
import { surveyRef } from './survey-ref.ts'
import { Survey, SurveyDetail, surveys } from './surveys.ts'

/** The most participants on the list of those who may answer. */
export const maxListedParticipants = 10_000

const params = z.strictObject({ id: surveyRef() })

/** What callers read of a survey may come along in every call that changes it. */
const survey = { sentBack: SurveyDetail, readBy: surveys.get.path, reply: one(Survey) }
const version = z.optional(Version)

const Limit = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(mostParticipants))))
const Participants = z.object({
  participantLimit: Survey.shape.participantLimit,
  participantRequired: z.boolean(),
  participantCount: z.int(),
  /** Those who may answer; an empty list lets all. */
  participants: z.array(Named),
})

const Days = z.array(z.object({ day: z.iso.date(), n: z.int() }))
const Progress = z.object({
  /** The number of responses of each status, without pilots. */
  byStatus: z.record(z.enum(responseStatuses), z.int()),
  /** By the day of submission (UTC), from the first day to the last one: the last 30 there are. */
  days: Days,
  pilotCount: z.int(),
  /** The work that no one can do yet: no reviewer but its owner and administrators, no one to take a step of payments. */
  unattended: z.array(z.enum(surveyWorks)),
})
export type Progress = z.output<typeof Progress>

export const surveyLife = {
  setPilot: endpoint({
    route: 'PUT /surveys/pilot/{surveyId}',
    access: 'surveys.publish',
    done: 'Pilot survey updated successfully.',
    summary:
      'Begin the pilot of a draft, which makes its next version, or end it; without `pilot` the one or the other',
    body: z.strictObject({ pilot: z.optional(z.boolean()), version }),
    ...survey,
  }),
  setStatus: endpoint({
    route: 'PUT /surveys/{surveyId}/status',
    access: 'surveys.publish',
    summary: 'Pause a survey, resume, close, open it again or archive it',
    body: z.strictObject({
      status: z.enum(settableStatuses),
      /** Needed to open a closed survey again, to archive it, and to close one with reviews waiting. */
      reason: optionalLines(1000),
      /** What becomes of approved responses that fill no group; needed to end a survey that has some. */
      leftovers: z.optional(z.enum(leftoverChoices)),
      version,
    }),
    ...survey,
  }),
  setMultiple: endpoint({
    route: 'PUT /surveys/{surveyId}/allow-multiple-responses',
    access: 'surveys.write',
    done: 'Allow multiple responses updated successfully.',
    summary: 'Say whether one participant may answer more than once',
    body: z.strictObject({ allowMultipleResponses: z.boolean(), version }),
    ...survey,
  }),
  participants: endpoint({
    route: 'GET /surveys/participant/{id}',
    access: 'surveys.write',
    summary: 'Who may answer a survey',
    params,
    reply: one(Participants),
  }),
  setParticipants: endpoint({
    route: 'PUT /surveys/participant/{id}',
    access: 'surveys.write',
    done: 'Survey participant updated successfully.',
    summary: 'Say who may answer a survey, and how many; an empty list lets everybody',
    params,
    body: z
      .strictObject({
        participantLimit: Limit,
        /** Another word for `participantLimit`; given both, they agree. */
        limit: Limit,
        participantRequired: z.optional(z.boolean()),
        participantIds: z.optional(z.array(Id).check(z.maxLength(maxListedParticipants))),
        version,
      })
      .check(
        z.refine(
          ({ participantLimit, limit = participantLimit }) =>
            (participantLimit === undefined ? limit : participantLimit) === limit,
          {
            path: ['limit'],
            params: saying('NOT_ALLOWED'),
          },
        ),
      ),
    ...survey,
  }),
  progress: endpoint({
    route: 'GET /surveys/{surveyId}/progress',
    access: 'surveys.read',
    summary: 'How many responses a survey has, by status and by day',
    reply: one(Progress),
  }),
}
