/** Browsers in which a person signed in before (throttle.ts). Their cookie opens nothing: it only counts guesses apart. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hashToken } from '../../http/session.ts'

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

/** Returns the cookie of a browser that is new to the person; undefined for one that has it. */
export async function rememberBrowser(
  db: Db,
  personId: number,
  known: Buffer | undefined,
): Promise<string | undefined> {
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
