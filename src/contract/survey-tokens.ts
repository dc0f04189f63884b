/** The tokens of a survey: made, listed and revoked by those who manage it. */
import * as z from 'zod/mini'
import { tokenKinds } from '#domain/survey-token.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idText, Moment, text, Timestamp } from './fields.ts'
import { surveyRef } from './survey-ref.ts'

export const SurveyToken = z.object({
  id: Id,
  surveyId: Id,
  kind: z.enum(tokenKinds),
  /** Whose it is. */
  name: z.string(),
  /** Whether it reads personal answers too. */
  personal: z.boolean(),
  expiresAt: z.nullable(Timestamp),
  createdBy: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type SurveyToken = z.output<typeof SurveyToken>

const params = z.strictObject({ id: surveyRef() })

export const surveyTokens = {
  list: endpoint({
    method: 'GET',
    path: '/surveys/{id}/tokens',
    access: 'surveys.access',
    transaction: 'read',
    summary: 'The tokens of a survey that still open it, the newest first',
    params,
    reply: list(SurveyToken),
  }),
  create: endpoint({
    method: 'POST',
    path: '/surveys/{id}/tokens',
    access: 'surveys.access',
    transaction: 'write',
    changesRights: 'OF_STAFF',
    summary: 'Make a token of a survey; it is shown this once',
    params,
    body: z.strictObject({
      kind: z.enum(tokenKinds),
      name: text(100),
      personal: z.optional(z.boolean()),
      expiresAt: z.optional(z.nullable(Moment)),
    }),
    reply: one(z.extend(SurveyToken, { token: z.string() })),
    status: 201,
    secret: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/surveys/{id}/tokens/{tokenId}',
    access: 'surveys.access',
    transaction: 'write',
    changesRights: 'OF_STAFF',
    summary: 'Revoke a token: it opens nothing any more',
    params: z.strictObject({ id: surveyRef(), tokenId: idText() }),
    reply: one(SurveyToken),
  }),
}
