/**
 * Limits sign-in attempts per account and per address. An attempt is noted before the check of its password, so that many
 * at once cannot slip through together. Attempts are kept in the database, so that all processes count the same.
 *
 * A browser in which the account's owner signed in before counts apart, as does a living session: strangers who guess lock
 * out strangers alone.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'

const windowMinutes = 15
const perAccount = 10
const perAddress = 50

/** Who guesses: a session or a known browser, where there is one, else anybody. */
export interface Guesser {
  username: string
  address: string
  /** The hash of the session or of the browser's cookie. */
  known?: Buffer | undefined
}

function subjectsOf({ username, address, known }: Guesser) {
  const account = known ? `known:${known.toString('hex')}` : `account:${username.trim().toLowerCase()}`
  return { account, place: `address:${address}` }
}

/** Notes an attempt; TOO_MANY_ATTEMPTS with the seconds to wait when there were too many already. */
export async function noteAttempt(db: Db, guesser: Guesser): Promise<void> {
  const { account, place } = subjectsOf(guesser)
  await sql`insert into login_failure (subject) values (${account}), (${place})`.execute(db)
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from min(at) + make_interval(mins => ${windowMinutes}) - now()))::int as wait
    from login_failure
    where subject in (${account}, ${place}) and at > now() - make_interval(mins => ${windowMinutes})
    group by subject
    having count(*) > case when subject = ${account} then ${perAccount}::int else ${perAddress}::int end`.execute(db)
  if (rows.length > 0) {
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, ...rows.map((row) => row.wait)) })
  }
}

/** A good sign-in clears its own count and gives the address back its one attempt. */
export async function forgiveAttempts(db: Db, guesser: Guesser): Promise<void> {
  await sql`delete from login_failure where subject = ${subjectsOf(guesser).account}
    or at < now() - make_interval(mins => ${windowMinutes})`.execute(db)
  await forgivePlace(db, guesser)
}

/** Gives the address back one attempt: the first half of a sign-in was good. */
export async function forgivePlace(db: Db, guesser: Guesser): Promise<void> {
  await sql`delete from login_failure where ctid = (
    select ctid from login_failure where subject = ${subjectsOf(guesser).place} order by at desc limit 1)`.execute(db)
}

/** A user with a new password may try it at once. */
export async function forgiveAccount(db: Db, username: string): Promise<void> {
  const { account } = subjectsOf({ username, address: '' })
  await sql`delete from login_failure where subject = ${account}`.execute(db)
}
