/** Responses that a person has begun to enter: kept on the server, so that any browser can go on with them. */
import * as z from 'zod/mini'
import { longestFormKey } from './entry.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Consent } from './notices.ts'
import { Id, Moment, pageFields, printable, text, Timestamp, Version } from './fields.ts'

/** As it was typed: nothing of it is checked before it is sent. */
const work = {
  clientUuid: text(longestFormKey),
  startedAt: Moment,
  surveyVersion: Version,
  participantPhone: z.string().check(z.maxLength(100), printable('one')),
  participantName: z.string().check(z.maxLength(200), printable('one')),
  /** Of the interview, YYYY-MM-DD. */
  day: z.string().check(z.regex(/^[\d-]{0,10}$/)),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  consent: z.optional(z.nullable(Consent)),
  answers: z.record(z.string(), z.unknown()),
}

const Draft = z.object({ ...work, surveyId: Id, version: Version, updatedAt: Timestamp })
export type Draft = z.output<typeof Draft>

const DraftRow = z.object({
  surveyId: Id,
  surveyTitle: z.string(),
  participantPhone: z.string(),
  participantName: z.string(),
  /** How many questions have an entry. */
  answered: z.int(),
  updatedAt: Timestamp,
})
export type DraftRow = z.output<typeof DraftRow>

const SavedDraft = z.object({ version: Version, updatedAt: Timestamp })

export const drafts = {
  list: endpoint({
    route: 'GET /forms/drafts',
    access: 'responses.enter',
    summary: 'The responses that the caller has begun to enter, the latest first',
    query: z.strictObject(pageFields),
    reply: list(DraftRow),
  }),
  get: endpoint({
    route: 'GET /forms/{surveyId}/draft',
    access: 'responses.enter',
    summary: 'The response to a survey that the caller has begun to enter',
    reply: one(z.nullable(Draft)),
  }),
  /** Refused with STALE and the draft as it is when `version` is not its version. */
  save: endpoint({
    route: 'POST /forms/{surveyId}/draft',
    access: 'responses.enter',
    summary: 'Keep what the caller has entered so far',
    /** Version 0: the caller knows of none. */
    body: z.strictObject({ ...work, version: z.optional(z.int().check(z.nonnegative())) }),
    reply: one(SavedDraft),
    ofCallerAlone: true,
  }),
  discard: endpoint({
    route: 'DELETE /forms/{surveyId}/draft',
    access: 'responses.enter',
    summary: 'Forget what the caller has entered',
    reply: one(z.null()),
  }),
}
