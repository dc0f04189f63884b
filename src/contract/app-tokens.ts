/** The tokens of a person's collecting apps, and of programs: made, listed and revoked by the person, or who manages the staff. */
import * as z from 'zod/mini'
import { endpoint, list, one } from './endpoint.ts'
import { Id, idText, Moment, Named, text, Timestamp } from './fields.ts'
import { Username } from './people.ts'

export const AppToken = z.object({
  id: Id,
  personId: Id,
  /** The app or the phone. */
  name: z.string(),
  expiresAt: z.nullable(Timestamp),
  createdBy: z.nullable(Named),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  lastAddress: z.nullable(z.string()),
  /** Of a program: what it may do. */
  permissions: z.nullable(z.array(z.string())),
  /** Of a program: where it may do it; null: in all surveys that it sees. */
  surveyIds: z.nullable(z.array(Id)),
})
export type AppToken = z.output<typeof AppToken>

/** A program among the staff: it signs in nowhere and comes with its tokens. */
export const Program = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  createdAt: Timestamp,
})
export type Program = z.output<typeof Program>

export const appTokens = {
  programs: endpoint({
    route: 'GET /users/programs',
    access: 'admins.read',
    summary: 'The programs among the staff; GET /auth/app-tokens?personId= lists the tokens of one',
    reply: list(Program),
  }),
  createProgram: endpoint({
    route: 'POST /users/programs',
    access: 'admins.write',
    changesRights: 'OF_STAFF',
    summary: 'Make a program: staff without password or role, who works by tokens alone',
    body: z.strictObject({ username: Username, name: text(100) }),
    reply: one(Program),
    status: 201,
  }),
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
      'Make a token for a collecting app, which opens all surveys that the person may fill in, or for a program; it is shown this once',
    body: z.strictObject({
      /** Oneself, unless given. */
      personId: z.optional(Id),
      name: text(100),
      expiresAt: z.optional(z.nullable(Moment)),
      /** Of a program, which always says them. */
      permissions: z.optional(z.array(text(100)).check(z.maxLength(100))),
      surveyIds: z.optional(z.nullable(z.array(Id).check(z.minLength(1), z.maxLength(1000)))),
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
    reply: one(AppToken),
  }),
}
