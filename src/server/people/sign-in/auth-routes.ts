/** Sign-in and sign-out (seed §7, product.md §2). */
import { auth, type PermissionSet, type UserInfo } from '#contract/auth.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { on, type Route } from '../../http/context.ts'
import { findForSignIn, useCredentials } from './credentials.ts'
import { enterMail } from '../../mail/outbox.ts'
import { menuFor } from '../../menu/menu.ts'
import { verifyPassword } from './passwords.ts'
import { visitGuards } from '../roles/permission-store.ts'
import { closeSession, endOfSession, openSession } from './sessions.ts'
import { hashToken } from '../../http/session.ts'
import { forgiveAttempts, noteAttempt } from './throttle.ts'
import { sql } from 'kysely'
import { runNamed } from '../../db/named.ts'
import { randomBytes } from 'node:crypto'
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
      if (cookie !== undefined && (await hasOtherBrowsers(tx, person.id)))
        await enterMail(tx, services, [person.id], {
          kind: 'DEVICE',
          about: { address, userAgent, at: new Date().toISOString() },
        })
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
    return { valid: expiresAt !== undefined, expiresAt: expiresAt ?? null, idleMinutes }
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

/** The signed-in person as the seed's user info (§3). */
async function getUserInfo(db: Db, id: number): Promise<UserInfo> {
  const [row] = await runNamed(
    db,
    sql<UserInfo>`
    select p.id, p.username, p.name, p.gender, p.admin_type as "adminType", p.avatar, p.locale,
      coalesce(r.role, '') as role, coalesce(r.name, '') as "roleName", p.must_change_password as "mustChangePassword",
      (select json_build_object('role', w.role, 'name', w.name) from pending_grant g join role w on w.id = g.role_id
        where g.person_id = p.id) as "pendingRole",
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
        where rp.role_id = p.role_id order by q.name) as permissions
    from person p left join role r on r.id = p.role_id where p.id = ${id}`,
  )
  if (!row) throw new Error(`Person ${id} is gone`)
  return row
}

async function setLocale(db: Db, id: number, locale: string): Promise<void> {
  await sql`update person set locale = ${locale}, version = version + 1, updated_at = now() where id = ${id}`.execute(
    db,
  )
}

/** Browsers in which a person signed in before (throttle.ts). Their cookie opens nothing: it only counts guesses apart. */
const browserCookie = 'canvass_browser'
const browserDays = 90
/** A person has few browsers; the oldest ones give way. */
const mostBrowsers = 20

/** The hash of the cookie, when the person signed in with it before; undefined in any other browser. */
async function findKnownBrowser(
  db: Db,
  personId: number | undefined,
  cookie: string | undefined,
): Promise<Buffer | undefined> {
  if (personId === undefined || cookie === undefined) return undefined
  const hash = hashToken(cookie)
  const { rows } = await sql`select from known_browser where token_hash = ${hash} and person_id = ${personId}
    and used_at > now() - make_interval(days => ${browserDays})`.execute(db)
  return rows.length > 0 ? hash : undefined
}

/** Beside the one of the moment: their first sign-in is no news to them. */
async function hasOtherBrowsers(db: Db, personId: number): Promise<boolean> {
  const { rows } = await sql`select from known_browser where person_id = ${personId} limit 2`.execute(db)
  return rows.length > 1
}

/** Returns the cookie of a browser that is new to the person; undefined for one that has it. */
async function rememberBrowser(db: Db, personId: number, known: Buffer | undefined): Promise<string | undefined> {
  if (known) {
    await sql`update known_browser set used_at = now() where token_hash = ${known}`.execute(db)
    return undefined
  }
  const cookie = randomBytes(32).toString('base64url')
  await sql`insert into known_browser (token_hash, person_id) values (${hashToken(cookie)}, ${personId})`.execute(db)
  await sql`delete from known_browser where person_id = ${personId} and token_hash not in (
    select token_hash from known_browser where person_id = ${personId} order by used_at desc limit ${mostBrowsers})`.execute(
    db,
  )
  return cookie
}
