import type { Answered } from '#contract/endpoint.ts'
import type { people } from '#contract/people.ts'
import type { Secret } from './OneTimePassword.tsx'

/** The one-time password that came with a new account; undefined for an account without one. */
export function createdSecret(answer: unknown): Secret | undefined {
  const { name, username, newPassword, expiresAt } = (answer as Answered<typeof people.create>).data
  return newPassword === null || expiresAt === null ? undefined : { name, username, password: newPassword, expiresAt }
}
