/** Sign-in and sign-out (seed §7, product.md §2). */
import { auth, type PermissionSet, type UserInfo } from '#contract/auth.ts'
import { AppError } from '../errors.ts'
import { demoState } from '../demo/state.ts'
import { on } from '../http/context.ts'
import { menuFor } from './menu.ts'
import { verifyPassword } from './passwords.ts'
import { findForSignIn, getUserInfo, setLocale } from './people-store.ts'
import { closeSession, openSession } from './sessions.ts'
import { forgiveAttempts, noteAttempt } from './throttle.ts'

export const authRoutes = [
  on(auth.login, async ({ body, db, write, audit, address, userAgent, services }) => {
    await noteAttempt(db, body.username, address)
    const person = await findForSignIn(db, body.username)
    const good = await verifyPassword(body.password, person?.passwordHash)
    if (!person || !good) {
      await write(() => {
        audit({ action: 'auth.refused', subjectType: 'person', subjectId: person?.id })
        return Promise.resolve()
      })
      throw new AppError('LOGIN_FAILED')
    }
    return write(async (tx) => {
      await forgiveAttempts(tx, body.username, address)
      const AccessToken = await openSession(tx, person.id, services.settings.sessionAbsoluteHours, {
        address,
        userAgent,
      })
      const userInfo = await getUserInfo(tx, person.id)
      audit({ action: 'auth.login', subjectType: 'person', subjectId: person.id })
      return { AccessToken, userInfo, permissions: permissionSet(userInfo) }
    })
  }),

  on(auth.user, async ({ actor, db }) => {
    const user = await getUserInfo(db, actor.id)
    return { user: { user, permissions: permissionSet(user) }, demo: (await demoState(db)) === 'loaded' }
  }),

  on(auth.signout, async ({ actor, db, audit }) => {
    await closeSession(db, actor.session)
    audit({ action: 'auth.signout', subjectType: 'person', subjectId: actor.id })
    return {}
  }),

  on(auth.validateToken, ({ actor }) =>
    Promise.resolve({ valid: true, expiresAt: actor.sessionExpiresAt.toISOString() }),
  ),

  on(auth.setLocale, async ({ actor, db, body, audit }) => {
    await setLocale(db, actor.id, body.locale)
    audit({ action: 'people.locale', subjectType: 'person', subjectId: actor.id, after: body })
    return body
  }),
]

function permissionSet({ permissions }: UserInfo): PermissionSet {
  return { list: permissions, visit: menuFor(new Set(permissions)).map((route) => route.id) }
}
