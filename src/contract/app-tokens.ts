/** The tokens of a person's collecting apps: made, listed and revoked by the person, or by those who manage the staff. */
import * as z from 'zod/mini'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idText, Moment, text, Timestamp } from './fields.ts'

export const AppToken = z.object({
  id: Id,
  personId: Id,
  /** The app or the phone. */
  name: z.string(),
  expiresAt: z.nullable(Timestamp),
  createdBy: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type AppToken = z.output<typeof AppToken>

export const appTokens = {
  list: endpoint({
    route: 'GET /auth/app-tokens',
    access: 'session',
    summary:
      'The tokens of one’s own collecting apps; those of another person (personId) for those who may see the staff',
    query: z.strictObject({ personId: z.optional(idText()) }),
    reply: list(AppToken),
  }),
  create: endpoint({
    route: 'POST /auth/app-tokens',
    access: 'session',
    changesRights: 'OF_STAFF',
    summary:
      'Make a token for a collecting app: it opens all surveys that the person may fill in; it is shown this once',
    body: z.strictObject({
      /** Oneself, unless given. */
      personId: z.optional(Id),
      name: text(100),
      expiresAt: z.optional(z.nullable(Moment)),
    }),
    reply: one(z.extend(AppToken, { token: z.string() })),
    status: 201,
    secret: true,
  }),
  revoke: endpoint({
    route: 'DELETE /auth/app-tokens/{id}',
    access: 'session',
    changesRights: 'OF_STAFF',
    summary: 'Revoke the token of a collecting app: it opens nothing any more',
    params: z.strictObject({ id: idText() }),
    reply: one(AppToken),
  }),
}
