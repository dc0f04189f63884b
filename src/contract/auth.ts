/** Sign-in, sign-out, passwords, sessions and who I am (seed §3, §6, §7; product.md §2). */
import * as z from 'zod/mini'
import { factorWays } from '#domain/people/second-factor.ts'
import { locales } from '#domain/text/locale.ts'
import { endpoint, fields, list } from './endpoint.ts'
import { Id, idText, pageFields, printable, Timestamp } from './fields.ts'

export const UserInfo = z.object({
  id: Id,
  username: z.string(),
  gender: z.nullable(z.string()),
  adminType: z.enum(['ADMIN', 'PARTICIPANT']),
  avatar: z.nullable(z.string()),
  role: z.string(),
  roleName: z.string(),
  /** Their role once a second administrator has confirmed it. */
  pendingRole: z.nullable(z.object({ role: z.string(), name: z.string() })),
  permissions: z.array(z.string()),
  name: z.string(),
  locale: z.string(),
  /** Until they choose a password of their own, only the calls around it are open to them. */
  mustChangePassword: z.boolean(),
  /** False: they come by sign-on alone. */
  hasPassword: z.boolean(),
  /** What they are asked for beside the password, and instead of it before money moves. */
  factors: z.array(z.enum(factorWays)),
  /** Their role asks for one: until they have one, only the calls around it are open to them. */
  factorRequired: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

/** `list`: names of the permissions held; `visit`: ids of the menu routes they open. */
export const PermissionSet = z.object({ list: z.array(z.string()), visit: z.array(z.string()) })
export type PermissionSet = z.output<typeof PermissionSet>

export const Session = z.object({
  id: Id,
  /** The session that asks. */
  current: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type Session = z.output<typeof Session>

// Lengths are bounded so that no caller makes the server hash a megabyte; the real rules apply where passwords are set.
const GivenPassword = z.string().check(z.minLength(1), z.maxLength(1000))

/** As it was typed: of an app, or a recovery code. */
export const Code = z.string().check(z.minLength(1), z.maxLength(100), printable('one'))
/** Bytes as base64url. */
const Bytes = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(10_000))

/** What a device signed, by the names of WebAuthn. `id` is the name of its key (at most 1,023 bytes), `challenge` the one that we gave. */
export const PasskeyProof = z.strictObject({
  challenge: Bytes,
  id: Bytes.check(z.maxLength(1364)),
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
})
export type PasskeyProof = z.output<typeof PasskeyProof>

export const Invitation = z.object({
  /** The address that the link goes to; null: it is to be passed on by hand. */
  sentTo: z.nullable(z.string()),
  /** Of the link, below the address of this house: shown this once. Null where it goes by mail. */
  path: z.nullable(z.string()),
  expiresAt: Timestamp,
})

const signedIn = fields(z.object({ AccessToken: z.string(), userInfo: UserInfo, permissions: PermissionSet }))

export const auth = {
  login: endpoint({
    route: 'POST /auth/login',
    access: 'public',
    transaction: 'none',
    done: 'Signed in.',
    summary: 'Sign in; SECOND_STEP_REQUIRED asks for the same again with a code, a recovery code or a passkey',
    body: z.strictObject({
      username: z.string().check(z.minLength(1), z.maxLength(200)),
      password: GivenPassword,
      code: z.optional(Code),
      passkey: z.optional(PasskeyProof),
    }),
    reply: signedIn,
    secret: true,
  }),
  passkeyChallenge: endpoint({
    route: 'POST /auth/passkey/challenge',
    access: 'public',
    transaction: 'none',
    summary: 'A challenge for a passkey to sign, once and within five minutes',
    /** `rpId`: whose passkeys may sign it. */
    reply: fields(z.object({ challenge: z.string(), rpId: z.string() })),
    secret: true,
  }),
  passkey: endpoint({
    route: 'POST /auth/passkey',
    access: 'public',
    transaction: 'none',
    done: 'Signed in.',
    summary: 'Sign in by a passkey alone',
    body: PasskeyProof,
    reply: signedIn,
    secret: true,
  }),
  user: endpoint({
    route: 'GET /auth/user',
    access: 'session',
    summary: 'Who is signed in, and what they may do',
    reply: fields(
      z.object({
        user: z.object({ user: UserInfo, permissions: PermissionSet }),
        /** The data are made up: every screen says so (product.md §7). */
        demo: z.boolean(),
      }),
    ),
    beforePasswordChange: true,
  }),
  signout: endpoint({
    route: 'POST /auth/signout',
    access: 'session',
    changesRights: 'OF_CALLER',
    done: 'Signed out.',
    summary: 'Sign out: the token is void from now on',
    // Where the browser signs out as well, below the address of this house: of a session by sign-on.
    reply: fields(z.object({ next: z.optional(z.string()) })),
    beforePasswordChange: true,
  }),
  validateToken: endpoint({
    route: 'POST /auth/validate-token',
    access: 'session',
    transaction: 'read',
    summary: 'Whether the token is good',
    /** Another token than that of the call. */
    body: z.strictObject({ token: z.optional(z.string().check(z.maxLength(200), printable('one'))) }),
    // The session ends at `expiresAt`, or earlier after `idleMinutes` without a call.
    reply: fields(z.object({ valid: z.boolean(), expiresAt: z.nullable(Timestamp), idleMinutes: z.int() })),
    beforePasswordChange: true,
  }),
  reauthenticate: endpoint({
    route: 'POST /auth/reauthenticate',
    access: 'session',
    transaction: 'none',
    summary:
      'Give the password again, or the second factor where there is one: money and rights may be released for 15 minutes',
    body: z.strictObject({
      password: z.optional(GivenPassword),
      code: z.optional(Code),
      passkey: z.optional(PasskeyProof),
    }),
    beforeFactor: true,
    reply: fields(z.object({ expiresAt: Timestamp })),
  }),
  changePassword: endpoint({
    route: 'POST /auth/change-password',
    access: 'session',
    transaction: 'none',
    changesRights: 'OF_CALLER',
    done: 'The password was changed.',
    summary: 'Choose another password; all other sessions end',
    body: z.strictObject({ currentPassword: GivenPassword, newPassword: GivenPassword }),
    reply: fields(z.object({})),
    secret: true,
    beforePasswordChange: true,
  }),
  resetPassword: endpoint({
    route: 'POST /auth/ResetUserPassword/{userInfo}',
    access: 'admins.write',
    transaction: 'none',
    changesRights: 'OF_STAFF',
    done: 'A one-time password was made. All their sessions have ended.',
    summary: 'Give somebody of the staff, named by id, user name or phone, a one-time password; their sessions end',
    params: z.strictObject({ userInfo: z.string().check(z.minLength(1), z.maxLength(100)) }),
    reply: fields(z.object({ newPassword: z.string(), expiresAt: Timestamp })),
    secret: true,
  }),
  invite: endpoint({
    route: 'POST /auth/invitations/{userInfo}',
    access: 'admins.write',
    changesRights: 'OF_STAFF',
    done: 'The person is invited. All their sessions have ended.',
    summary:
      'Invite a member of staff, named by id, user name or phone, to choose a password by a link, in 72 hours and once',
    params: z.strictObject({ userInfo: z.string().check(z.minLength(1), z.maxLength(100)) }),
    reply: fields(Invitation),
    secret: true,
  }),
  sessions: endpoint({
    route: 'GET /auth/sessions',
    access: 'session',
    summary: 'One’s own sessions; those of somebody else (personId) for those who may see the staff',
    query: z.strictObject({ ...pageFields, personId: z.optional(idText()) }),
    reply: list(Session),
  }),
  endSessions: endpoint({
    route: 'DELETE /auth/sessions',
    access: 'session',
    changesRights: 'OF_STAFF',
    summary: 'End one session (id), or all of a person but the one that asks; without personId one’s own',
    query: z.strictObject({ id: z.optional(idText()), personId: z.optional(idText()) }),
    reply: fields(z.object({ ended: z.int() })),
  }),
  setLocale: endpoint({
    route: 'PUT /auth/locale',
    access: 'session',
    summary: 'Choose the language of the interface',
    body: z.strictObject({ locale: z.enum(locales) }),
    reply: fields(z.object({ locale: z.string() })),
    beforePasswordChange: true,
  }),
}
