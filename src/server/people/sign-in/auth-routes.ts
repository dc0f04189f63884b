/** Sign-in and sign-out (seed §7, product.md §2). */
import { auth, type PermissionSet, type UserInfo } from '#contract/auth.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { on, type Route } from '../../http/context.ts'
import { findForSignIn, useCredentials } from './credentials.ts'
import { menuFor } from '../../menu/menu.ts'
import { verifyPassword } from './passwords.ts'
import { browserCookie, browserDays, findKnownBrowser, rememberBrowser } from './known-browser.ts'
import { getUserInfo, setLocale } from './own-account.ts'
import { visitGuards } from '../roles/permission-store.ts'
import { closeSession, endOfSession, openSession } from './sessions.ts'
import { hashToken } from '../../http/session.ts'
import { forgiveAttempts, noteAttempt } from './throttle.ts'

/** `holdsDemo`: whether the database holds demo data, which every page then says. */
export const authRoutes = (holdsDemo: (db: Db) => Promise<boolean>): Route[] => [
  on(auth.login, async ({ body, db, write, audit, address, userAgent, cookies, services }) => {
    const person = await findForSignIn(db, body.username)
    const known = await findKnownBrowser(db, person?.id, cookies.get(browserCookie))
    const guesser = { username: body.username, address, known }
    await noteAttempt(db, guesser)
    const good = await verifyPassword(body.password, person?.passwordHash)
    if (!person || !good) {
      await write(() => {
        audit({ action: 'auth.refused', subjectType: 'person', subjectId: person?.id })
        return Promise.resolve()
      })
      throw new AppError('LOGIN_FAILED')
    }
    const { cookie, ...signedIn } = await write(async (tx) => {
      // No other caller reset the password, or used the one-time password, during the check.
      if (!(await useCredentials(tx, person))) throw new AppError('LOGIN_FAILED')
      await forgiveAttempts(tx, guesser)
      const AccessToken = await openSession(tx, person.id, services.settings.sessionAbsoluteHours, {
        address,
        userAgent,
      })
      const cookie = await rememberBrowser(tx, person.id, known)
      const userInfo = await getUserInfo(tx, person.id)
      audit({ action: 'auth.login', subjectType: 'person', subjectId: person.id, actorId: person.id })
      return { AccessToken, userInfo, permissions: await permissionSet(tx, userInfo), cookie }
    })
    cookies.set(browserCookie, cookie, browserDays)
    return signedIn
  }),

  on(auth.user, async ({ actor, db }) => {
    const user = await getUserInfo(db, actor.id)
    return { user: { user, permissions: await permissionSet(db, user) }, demo: await holdsDemo(db) }
  }),

  on(auth.signout, async ({ actor, db, audit }) => {
    await closeSession(db, actor.session)
    audit({ action: 'auth.signout', subjectType: 'person', subjectId: actor.id })
    return {}
  }),

  on(auth.validateToken, async ({ db, actor, body: { token }, services }) => {
    const { sessionIdleMinutes: idleMinutes } = services.settings
    const expiresAt =
      token === undefined ? actor.sessionExpiresAt : await endOfSession(db, hashToken(token), idleMinutes)
    return { valid: expiresAt !== undefined, expiresAt: expiresAt?.toISOString() ?? null, idleMinutes }
  }),

  on(auth.setLocale, async ({ actor, db, body, audit }) => {
    await setLocale(db, actor.id, body.locale)
    audit({ action: 'people.locale', subjectType: 'person', subjectId: actor.id, after: body })
    return body
  }),
]

async function permissionSet(db: Db, { permissions }: UserInfo): Promise<PermissionSet> {
  const routes = menuFor(new Set(permissions), await visitGuards(db))
  return { list: permissions, visit: routes.map((route) => route.id) }
}
