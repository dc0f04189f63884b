/** What ends every sign-in: the session, the browser that it is remembered by, and who is signed in. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PermissionSet, UserInfo } from '#contract/auth.ts'
import { runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import type { Context } from '../../http/context.ts'
import { hashToken } from '../../http/session.ts'
import { enterMail } from '../../mail/outbox.ts'
import type { SignOnProvider } from '../../sign-on-settings.ts'
import { menuFor } from '../../menu/menu.ts'
import { visitGuards } from '../roles/permission-store.ts'
import { openSession } from './sessions.ts'
import { linkSignOn } from './sign-on-account.ts'
import { forgiveAttempts, type Guesser } from './throttle.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** Opens the session of a person who has proven themselves, by `provider` or a password, `by` a second factor too. `cookie` is of a browser new to them. */
export async function openSignIn(
  context: Pick<Context<Endpoint>, 'address' | 'userAgent' | 'audit' | 'services' | 'cookies'>,
  db: Db,
  {
    personId,
    guesser,
    by,
    provider,
  }: { personId: number; guesser: Guesser; by?: string | undefined; provider?: SignOnProvider },
) {
  const { address, userAgent, audit, services } = context
  await forgiveAttempts(db, guesser)
  const { sessionAbsoluteHours } = services.settings
  const origin = { address, userAgent, provider: provider?.name }
  const AccessToken = await openSession(db, personId, sessionAbsoluteHours, origin)
  const cookie = await rememberBrowser(db, personId, guesser.known)
  if (cookie !== undefined && (await hasOtherBrowsers(db, personId)))
    await enterMail(db, services, [personId], {
      kind: 'DEVICE',
      about: { address, userAgent, at: new Date().toISOString() },
    })
  const userInfo = await getUserInfo(db, personId)
  const after = by || provider ? { after: { by, provider: provider?.title } } : {}
  audit({ action: 'auth.login', subjectType: 'person', subjectId: personId, actorId: personId, ...after })
  if (!provider) await linkSignOn(context, db, personId)
  return { AccessToken, userInfo, permissions: await permissionSet(db, userInfo), cookie }
}

export async function permissionSet(db: Db, { permissions }: UserInfo): Promise<PermissionSet> {
  const routes = menuFor(new Set(permissions), await visitGuards(db))
  return { list: permissions, visit: routes.map((route) => route.id) }
}

/** The signed-in person as the seed's user info (§3). */
export async function getUserInfo(db: Db, id: number): Promise<UserInfo> {
  const [row] = await runNamed(
    db,
    sql<UserInfo>`
    select p.id, p.username, p.name, p.gender, p.admin_type as "adminType", p.avatar, p.locale,
      coalesce(r.role, '') as role, coalesce(r.name, '') as "roleName", p.must_change_password as "mustChangePassword",
      coalesce(r.second_factor, false) as "factorRequired", p.password_hash is not null as "hasPassword",
      array(select distinct f.kind from second_factor f where f.person_id = p.id and f.kind <> 'RECOVERY') as factors,
      (select json_build_object('role', w.role, 'name', w.name) from pending_grant g join role w on w.id = g.role_id
        where g.person_id = p.id) as "pendingRole",
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
        where rp.role_id = p.role_id order by q.name) as permissions
    from person p left join role r on r.id = p.role_id where p.id = ${id}`,
  )
  if (!row) throw new Error(`Person ${id} is gone`)
  return row
}

/** Browsers in which a person signed in before (throttle.ts). Their cookie opens nothing: it only counts guesses apart. */
export const browserCookie = 'canvass_browser'
export const browserDays = 90
/** A person has few browsers; the oldest ones give way. */
const mostBrowsers = 20

/** The hash of the cookie, when the person signed in with it before; undefined in any other browser. */
export async function findKnownBrowser(
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
