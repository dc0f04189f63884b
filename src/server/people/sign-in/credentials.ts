/** The sign-in of each user: password hashes under the rules of one-time passwords. */
import { sql } from 'kysely'
import { isSecondAdministrator } from '#domain/people/access.ts'
import type { Db } from '../../db/pool.ts'

export interface Credentials {
  id: number
  username: string
  /** Null: they have none, and come by sign-on or wait for their first one. */
  passwordHash: string | null
}

/** The owner of a sign-in name; only active staff may sign in, and with a one-time password only once and in time. */
export async function findForSignIn(db: Db, username: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select id, username, password_hash as "passwordHash" from person
    where lower(username) = lower(${username.trim()}) and admin_type = 'ADMIN' and status = 'ACTIVE'
      and (one_time_until is null or one_time_until > now())`.execute(db)
  return rows[0]
}

export async function getCredentials(db: Db, id: number): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select id, username, password_hash as "passwordHash" from person where id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Uses the credentials that were just verified, under lock. False when they are no longer good: the password was reset,
 * the account suspended or the one-time password used in the meantime. A used one-time password ended at `-infinity`,
 * not now. For a transaction that began earlier and waited for the lock, our now is still in the future.
 */
export async function useCredentials(
  db: Db,
  { id, passwordHash }: Pick<Credentials, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const { rows } = await sql`
    update person set one_time_until = case when one_time_until is not null then '-infinity'::timestamptz end
    where id = ${id} and status = 'ACTIVE' and password_hash is not distinct from ${passwordHash}
      and (one_time_until is null or one_time_until > now())
    returning id`.execute(db)
  return rows.length > 0
}

/** Notes who has just made the account or reset its password: they know it, or knew it first. */
export async function noteGiver(db: Db, personId: number, givenBy: number): Promise<void> {
  await sql`select note_giver(${personId}, ${givenBy})`.execute(db)
}

/** Notes the inviter as the giver. The second administrator of a new house has none, also after a forgotten password. */
export async function noteInviter(
  db: Db,
  { id, permissions }: { id: number; permissions: readonly string[] },
  { invitedBy, sentTo }: { invitedBy: number; sentTo: string | null },
): Promise<void> {
  const isNewHouse = await isNewHouseOf(db, invitedBy, id)
  if (!isSecondAdministrator({ isNewHouse, byMail: sentTo !== null, permissions })) return noteGiver(db, id, invitedBy)
  await sql`update person set email_by = null where id = ${id}`.execute(db)
}

/** Whether no other person has ever acted here, and no other account came from the server. The trail forgets no actor. */
export async function isNewHouseOf(db: Db, personId: number, invitedId = personId): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select not exists (select from audit where actor_id < ${personId} or actor_id > ${personId}) and not exists (
      select from person p where admin_type = 'ADMIN' and not is_program and id <> all(${[personId, invitedId]})
        and not exists (select from credential_origin o where o.person_id = p.id)) as "isNew"`.execute(db)
  return rows[0]?.isNew === true
}

/** From now on the credentials came from the server itself, not from a person. The owner of the tables alone may. */
export async function forgetGiver(db: Db, personId: number): Promise<void> {
  await sql`delete from credential_origin where person_id = ${personId}`.execute(db)
}

/** The end of a password that one person gives another: good for one sign-in within three days, and then to be replaced. */
export function oneTimeUntil(): string {
  return new Date(Date.now() + 72 * 3_600_000).toISOString()
}

/** Sets the person's own password; false when the one it replaces is no longer theirs. */
export async function setOwnPassword(db: Db, { id, passwordHash }: Credentials, next: string): Promise<boolean> {
  const { rows } = await sql`
    update person set password_hash = ${next}, must_change_password = false, one_time_until = null,
      version = version + 1, updated_at = now()
    where id = ${id} and password_hash = ${passwordHash} returning id`.execute(db)
  return rows.length > 0
}
