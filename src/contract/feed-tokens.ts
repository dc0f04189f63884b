/** The tokens by which Excel, Power BI and other readers of OData read the responses to a survey. */
import * as z from 'zod/mini'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idText, text, Timestamp } from './fields.ts'
import { surveyParams, surveyRef } from './survey-ref.ts'

const FeedToken = z.object({
  id: Id,
  name: z.string(),
  /** Whether it reads personal answers and phone numbers in full. */
  personal: z.boolean(),
  createdBy: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
})
export type FeedToken = z.output<typeof FeedToken>

export const feedTokens = {
  list: endpoint({
    method: 'GET',
    path: '/surveys/{surveyId}/feed-tokens',
    access: 'surveys.access',
    transaction: 'read',
    summary: 'Tokens of the OData feed of a survey, the latest first, revoked ones included',
    params: surveyParams,
    reply: list(FeedToken),
  }),
  create: endpoint({
    method: 'POST',
    path: '/surveys/{surveyId}/feed-tokens',
    access: 'surveys.access',
    transaction: 'write',
    summary: 'Make a token of the OData feed; it is shown this once',
    params: surveyParams,
    body: z.strictObject({ name: text(100), personal: z.optional(z.boolean()) }),
    reply: one(z.extend(FeedToken, { token: z.string() })),
    status: 201,
    secret: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/surveys/{surveyId}/feed-tokens/{id}',
    access: 'surveys.access',
    transaction: 'write',
    summary: 'Revoke a token of the OData feed',
    params: z.strictObject({ surveyId: surveyRef(), id: idText() }),
    reply: one(FeedToken),
  }),
}
