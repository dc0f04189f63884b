/** What ends every sign-in: the session, the browser that it is remembered by, and who is signed in. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { auth, PermissionSet, UserInfo } from '#contract/auth.ts'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import { shareRightsOf } from '../../db/rights-locks.ts'
import type { AppError } from '../../errors.ts'
import type { Context } from '../../http/context.ts'
import { hashToken } from '../../http/session.ts'
import { enterMail } from '../../mail/outbox.ts'
import type { SignOnProvider } from '../../sign-on-settings.ts'
import { menuFor } from '../../menu/menu.ts'
import { visitGuards } from '../roles/permission-store.ts'
import { type Proof, proven, takeFactor, wayOf } from './proof.ts'
import { openSession } from './sessions.ts'
import { linkSignOn } from './sign-on-account.ts'
import { forgiveAttempts, forgivePlace, type Guesser, noteAttempt } from './throttle.ts'

/** Who signs in, or tries to: counted as an attempt, apart in a browser in which the person signed in before. */
export async function meetGuesser(
  { db, address, cookies }: Pick<Context<Endpoint>, 'db' | 'address' | 'cookies'>,
  username: string,
  personId: number | undefined,
): Promise<Guesser> {
  const known = await findKnownBrowser(db, personId, cookies.get(browserCookie))
  const guesser = { username, address, known }
  await noteAttempt(db, guesser)
  return guesser
}

interface Entrance {
  guesser: Guesser
  /** Of sign-on; without one they came by the password, or by a passkey alone. */
  provider?: SignOnProvider
  /** When its proof is from; now without one. */
  provenAt?: string
  /** What they prove themselves by besides, as it is needed now. */
  proof: (db: Db) => Promise<Proof | undefined>
  /** Uses up what opened the door, or throws. */
  use: (db: Db) => Promise<unknown>
}

/** Opens a session. Factors that are added or removed meanwhile wait for it, or it for them: then they are asked for. */
export async function enter(
  context: Context<Endpoint>,
  personId: number,
  { guesser, provider, provenAt, proof, use }: Entrance,
): Promise<Answer<typeof auth.login>> {
  const { address, userAgent, audit, write, services, cookies } = context
  let given: Proof | undefined
  const { cookie, ...signedIn } = await proven(context, personId, {
    async prove(db) {
      await shareRightsOf(db, personId)
      given = await proof(db)
      return given && takeFactor(db, context, personId, given)
    },
    async work(db) {
      await use(db)
      await forgiveAttempts(db, guesser)
      const origin = { address, userAgent, provider: provider?.name, provenAt: given ? undefined : provenAt }
      const AccessToken = await openSession(db, personId, services.settings.sessionAbsoluteHours, origin)
      const cookie = await rememberBrowser(db, personId, guesser.known)
      if (cookie !== undefined && (await hasOtherBrowsers(db, personId)))
        await enterMail(db, services, [personId], { kind: 'DEVICE', about: { address, userAgent } })
      const userInfo = await getUserInfo(db, personId)
      const by = given && wayOf(given)
      const after = by || provider ? { after: { by, provider: provider?.title } } : {}
      audit({ action: 'auth.login', subjectType: 'person', subjectId: personId, actorId: personId, ...after })
      if (!provider) await linkSignOn(context, db, personId)
      return { AccessToken, userInfo, permissions: await permissionSet(db, userInfo), cookie }
    },
  }).catch(async (error: AppError) => {
    if (error.code === 'SECOND_STEP_REQUIRED')
      await write(async (db) => {
        await forgivePlace(db, guesser)
        audit({ action: 'auth.firstStep', subjectType: 'person', subjectId: personId })
      })
    throw error
  })
  cookies.set(browserCookie, cookie, { days: browserDays })
  return signedIn
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
