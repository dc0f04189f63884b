/**
 * Limits sign-in attempts per account and per address. An attempt is noted before the check of its password, so that many
 * at once cannot slip through together. Attempts are kept in the database, so that all processes count the same.
 */
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'

const windowMinutes = 15
const perAccount = 10
const perAddress = 50

function accountSubject(username: string): string {
  return `account:${username.trim().toLowerCase()}`
}

/** Notes an attempt; TOO_MANY_ATTEMPTS with the seconds to wait when there were too many already. */
export async function noteAttempt(db: Db, username: string, address: string): Promise<void> {
  const account = accountSubject(username)
  const place = `address:${address}`
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

/** A good sign-in clears the account's count and gives the address back its one attempt. */
export async function forgiveAttempts(db: Db, username: string, address: string): Promise<void> {
  await sql`delete from login_failure where subject = ${accountSubject(username)}
    or at < now() - make_interval(mins => ${windowMinutes})
    or ctid = (select ctid from login_failure where subject = ${`address:${address}`} order by at desc limit 1)`.execute(
    db,
  )
}

/** A user with a new password may try it at once. */
export async function forgiveAccount(db: Db, username: string): Promise<void> {
  await sql`delete from login_failure where subject = ${accountSubject(username)}`.execute(db)
}
