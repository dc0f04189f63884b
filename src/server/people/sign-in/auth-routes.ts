/** Sign-in and sign-out (seed §7, product.md §2). */
import { auth } from '#contract/auth.ts'
import { holdsDemo } from '../../demo-state.ts'
import { AppError } from '../../errors.ts'
import { on, type Route } from '../../http/context.ts'
import { findForSignIn, useCredentials } from './credentials.ts'
import { newChallenge, ownerOf } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'
import { proofOf } from './proof.ts'
import { closeSession, endOfSession } from './sessions.ts'
import { enter, getUserInfo, meetGuesser, permissionSet } from './sign-in.ts'
import { hashToken } from '../../http/session.ts'
import { rpIdOf } from './webauthn.ts'
import { sql } from 'kysely'

export const authRoutes: Route[] = [
  on(auth.login, async (context) => {
    const { body, db, write, audit } = context
    const person = await findForSignIn(db, body.username)
    const guesser = await meetGuesser(context, body.username, person?.id)
    const good = await verifyPassword(body.password, person?.passwordHash)
    if (!person || !good) {
      await write(async () => audit({ action: 'auth.refused', subjectType: 'person', subjectId: person?.id }))
      throw new AppError('LOGIN_FAILED')
    }
    return enter(context, person.id, {
      guesser,
      proof: (tx) => proofOf(tx, person.id, body),
      async use(tx) {
        // No other caller reset the password, or used the one-time password, during the check.
        if (!(await useCredentials(tx, person))) throw new AppError('LOGIN_FAILED')
      },
    })
  }),

  on(auth.passkeyChallenge, async ({ db, origin }) => ({ challenge: await newChallenge(db), rpId: rpIdOf(origin()) })),

  on(auth.passkey, async (context) => {
    const { body, db } = context
    const person = await ownerOf(db, body.id)
    return enter(context, person.id, {
      guesser: await meetGuesser(context, person.username, person.id),
      proof: () => Promise.resolve({ passkey: body }),
      use: (tx) => ownerOf(tx, body.id),
    })
  }),

  on(auth.user, async ({ actor, db }) => {
    const user = await getUserInfo(db, actor.id)
    return { user: { user, permissions: await permissionSet(db, user) }, demo: await holdsDemo(db) }
  }),

  on(auth.signout, async ({ actor, db, audit }) => {
    const provider = await closeSession(db, actor.session)
    audit({ action: 'auth.signout', subjectType: 'person', subjectId: actor.id })
    return provider === undefined ? {} : { next: `/api/v1/auth/sign-on/${provider}/out` }
  }),

  on(auth.validateToken, async ({ db, actor, body: { token }, services }) => {
    const { sessionIdleMinutes: idleMinutes } = services.settings
    const expiresAt =
      token === undefined ? actor.sessionExpiresAt : await endOfSession(db, hashToken(token), idleMinutes)
    return { valid: expiresAt !== undefined, expiresAt: expiresAt ?? null, idleMinutes }
  }),

  on(auth.setLocale, async ({ actor, db, body, audit }) => {
    const { locale } = body
    await sql`update person set locale = ${locale}, version = version + 1, updated_at = now() where id = ${actor.id}`.execute(
      db,
    )
    audit({ action: 'people.locale', subjectType: 'person', subjectId: actor.id, after: body })
    return body
  }),
]
