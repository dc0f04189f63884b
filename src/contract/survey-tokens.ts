/** The tokens of a survey: made, listed and revoked by those who manage it. */
import * as z from 'zod/mini'
import { programKinds, tokenKinds } from '#domain/surveys/survey-token.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Moment, Named, text, Timestamp } from './fields.ts'
import { saying } from './problems.ts'

export const SurveyToken = z.object({
  id: Id,
  surveyId: Id,
  kind: z.enum(tokenKinds),
  /** Whose it is. */
  name: z.string(),
  /** Of an ANSWER: whose answers it brings. */
  participant: z.nullable(Named),
  /** Whether it reads personal answers too. */
  personal: z.boolean(),
  expiresAt: z.nullable(Timestamp),
  createdBy: z.nullable(Named),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type SurveyToken = z.output<typeof SurveyToken>

const ParticipantLink = z.object({
  participantId: Id,
  name: z.string(),
  /** E.164; masked unless the maker may see phones. */
  phone: z.string(),
  /** The page of the survey opens with it behind a `#`; programs send it as a bearer token. */
  token: z.string(),
})
export type ParticipantLink = z.output<typeof ParticipantLink>

export const surveyTokens = {
  list: endpoint({
    route: 'GET /surveys/{id}/tokens',
    access: 'surveys.access',
    summary: 'The tokens of a survey that still open it, the newest first',
    reply: list(SurveyToken),
  }),
  create: endpoint({
    route: 'POST /surveys/{id}/tokens',
    access: 'surveys.access',
    changesRights: 'OF_STAFF',
    summary: 'Make a token of a survey; it is shown this once',
    body: z
      .strictObject({
        kind: z.enum(programKinds),
        name: text(100),
        personal: z.optional(z.boolean()),
        expiresAt: z.optional(z.nullable(Moment)),
      })
      // A token that only sends reads nothing.
      .check(
        z.refine(({ kind, personal }) => kind === 'READ' || !personal, {
          path: ['personal'],
          params: saying('NOT_ALLOWED'),
        }),
      ),
    reply: one(z.extend(SurveyToken, { token: z.string() })),
    status: 201,
    secret: true,
  }),
  links: endpoint({
    route: 'POST /surveys/{id}/participant-links',
    access: 'surveys.access',
    changesRights: 'OF_STAFF',
    summary: "Make participants' own links to a survey; they are shown this once, and end those from before",
    body: z
      .strictObject({
        participantId: z.optional(Id),
        /** Of the survey's list of participants: those without a link, or all. */
        list: z.optional(z.enum(['MISSING', 'ALL'])),
      })
      .check(
        z.refine(({ participantId, list: whole }) => (participantId === undefined) !== (whole === undefined), {
          path: ['participantId'],
          params: saying('REQUIRED'),
        }),
      ),
    reply: one(z.object({ links: z.array(ParticipantLink) })),
    status: 201,
    secret: true,
  }),
  revoke: endpoint({
    route: 'DELETE /surveys/{id}/tokens/{tokenId}',
    access: 'surveys.access',
    changesRights: 'OF_STAFF',
    summary: 'Revoke a token: it opens nothing any more',
    reply: one(SurveyToken),
  }),
}
