/** The second factors of one's own account: authenticator apps, passkeys and recovery codes. `auth.ts` asks for them. */
import * as z from 'zod/mini'
import { factorWays } from '#domain/people/second-factor.ts'
import { Code, PasskeyProof } from './auth.ts'
import { endpoint, fields, one } from './endpoint.ts'
import { Id, printable, text, Timestamp } from './fields.ts'

/** `name`: what its owner calls it. The data of the device have its public key, of P-256 or RSA. */
export const NewPasskey = z.strictObject({
  ...z.omit(PasskeyProof, { signature: true }).shape,
  name: text(80),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** Of a set-up that has begun. */
const Ticket = z.string().check(z.minLength(1), z.maxLength(1000), printable('one'))

export const Factor = z.object({
  id: Id,
  kind: z.enum(factorWays),
  /** What its owner calls a passkey; '' for an app. */
  name: z.string(),
  /** By which browsers know a passkey. */
  credentialId: z.nullable(z.string()),
  createdAt: Timestamp,
  usedAt: z.nullable(Timestamp),
})
export type Factor = z.output<typeof Factor>

/** Shown this once. Null: those made before are still good. */
const made = fields(z.object({ recoveryCodes: z.nullable(z.array(z.string())) }))

export const secondFactor = {
  get: endpoint({
    route: 'GET /account/second-factor',
    access: 'session',
    summary: 'The second factors of one’s own account',
    reply: one(z.object({ factors: z.array(Factor), codesLeft: z.int() })),
    beforeFactor: true,
  }),
  beginApp: endpoint({
    route: 'POST /account/authenticator',
    access: 'session',
    transaction: 'read',
    summary: 'Begin to set up an authenticator app: nothing is kept until a code of it confirms',
    /** `uri` is what the picture says; `ticket` goes back with the code. */
    reply: fields(z.object({ secret: z.string(), uri: z.string(), ticket: z.string() })),
    secret: true,
    beforeFactor: true,
  }),
  setApp: endpoint({
    route: 'PUT /account/authenticator',
    access: 'session',
    changesRights: 'OF_CALLER',
    summary: 'Set up the authenticator app, in place of an earlier one; all other sessions end',
    body: z.strictObject({ ticket: Ticket, code: Code }),
    reply: made,
    secret: true,
    beforeFactor: true,
  }),
  addPasskey: endpoint({
    route: 'POST /account/passkeys',
    access: 'session',
    changesRights: 'OF_CALLER',
    summary: 'Add a passkey that answered a challenge of POST /auth/passkey/challenge; all other sessions end',
    body: NewPasskey,
    reply: made,
    secret: true,
    beforeFactor: true,
  }),
  makeCodes: endpoint({
    route: 'POST /account/recovery-codes',
    access: 'session',
    summary: 'Make recovery codes, in place of the earlier ones',
    reply: made,
    secret: true,
  }),
  remove: endpoint({
    route: 'DELETE /account/second-factor/{id}',
    access: 'session',
    changesRights: 'OF_CALLER',
    summary: 'Remove a second factor of one’s own account; all other sessions end',
    reply: one(Factor),
  }),
}
