/** Sign-in, sign-out and who I am (seed §3, §6, §7; product.md §2). */
import * as z from 'zod/mini'
import { endpoint, fields } from './endpoint.ts'
import { Id } from './fields.ts'

export const UserInfo = z.object({
  id: Id,
  username: z.string(),
  gender: z.nullable(z.string()),
  adminType: z.enum(['ADMIN', 'PARTICIPANT']),
  avatar: z.nullable(z.string()),
  role: z.string(),
  permissions: z.array(z.string()),
  name: z.string(),
  locale: z.string(),
})
export type UserInfo = z.output<typeof UserInfo>

/** `list`: names of the permissions held; `visit`: ids of the menu routes they open. */
export const PermissionSet = z.object({ list: z.array(z.string()), visit: z.array(z.string()) })
export type PermissionSet = z.output<typeof PermissionSet>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    transaction: 'none',
    summary: 'Sign in',
    // Lengths are bounded so that nobody makes us hash a megabyte; the real rules stand where passwords are set.
    body: z.strictObject({
      username: z.string().check(z.minLength(1), z.maxLength(200)),
      password: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
    reply: fields(z.object({ AccessToken: z.string(), userInfo: UserInfo, permissions: PermissionSet })),
    secret: true,
  }),
  user: endpoint({
    method: 'GET',
    path: '/auth/user',
    access: 'session',
    transaction: 'read',
    summary: 'Who is signed in, and what they may do',
    reply: fields(
      z.object({
        user: z.object({ user: UserInfo, permissions: PermissionSet }),
        /** What is here is made up: every screen says so (product.md §7). */
        demo: z.boolean(),
      }),
    ),
  }),
  signout: endpoint({
    method: 'POST',
    path: '/auth/signout',
    access: 'session',
    transaction: 'write',
    summary: 'Sign out: the token is void from now on',
    reply: fields(z.object({})),
  }),
  validateToken: endpoint({
    method: 'POST',
    path: '/auth/validate-token',
    access: 'session',
    transaction: 'read',
    summary: 'Whether the token is good',
    reply: fields(z.object({ valid: z.boolean(), expiresAt: z.iso.datetime() })),
  }),
  setLocale: endpoint({
    method: 'PUT',
    path: '/auth/locale',
    access: 'session',
    transaction: 'write',
    summary: 'Choose the language of the interface',
    body: z.strictObject({ locale: z.enum(['en', 'pt-br', 'zh']) }),
    reply: fields(z.object({ locale: z.string() })),
  }),
}
