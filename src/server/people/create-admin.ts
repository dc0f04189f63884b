import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { writeAudit } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { lockRights, stopWrites } from '../db/rights-locks.ts'
import { forgetGiver } from './sign-in/credentials.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { endSessions } from './sign-in/sessions.ts'
import { forgiveAccount } from './sign-in/throttle.ts'

export interface NewAdmin {
  username: string
  name: string
  /** Code of a role: ADMINISTRATOR. */
  role: string
  /** Made up when absent. */
  password?: string | undefined
}

/**
 * Creates a member of staff and returns their password, which is shown once and kept nowhere. Throws an Error with one
 * clear line when the name is taken or the role unknown.
 */
export async function createAdmin(
  db: Db,
  { username, name, role, password = randomPassword() }: NewAdmin,
): Promise<string> {
  const roles = await sql<{ id: number }>`select id from role where role = ${role}`.execute(db)
  const [found] = roles.rows
  if (!found) throw new Error(`There is no role ${role}`)
  const rows = await rowsOf<{ id: number }>(db)`
    insert into person (username, name, admin_type, role_id, password_hash)
    values (${username}, ${name}, 'ADMIN', ${found.id}, ${await hashPassword(password)})
    on conflict do nothing returning id`
  const [created] = rows
  if (!created) throw new Error(`There is already somebody with the name ${username}, or one that looks like it`)
  const entry = {
    action: 'people.create',
    subjectType: 'person',
    subjectId: created.id,
    after: { username, name, role },
  }
  await writeAudit(db, [entry], { actorId: 0, requestId: 'command line', address: 'local' })
  return password
}

/** What an account of this role sees no more than: undefined for a role that sees all surveys, or none at all. */
export async function surveysNote(db: Db, role: string): Promise<string | undefined> {
  const rows = await rowsOf<{ name: string }>(db)`
    select permission.name from role join role_permission on role_id = role.id join permission on permission.id = permission_id
    where role.role = ${role} and permission.name in ('surveys.read', 'surveys.all')`
  if (rows.length !== 1 || rows[0]?.name !== 'surveys.read') return undefined
  return `${role} sees public surveys, its own, and those to which it has access. Give access on the tab "Access" of a survey.`
}

/**
 * Gives a member of staff a new password from the server itself, and returns it. No administrator handled it, so they count
 * as a person of their own again. Their sessions end, their second factors and links to sign-on providers go; role and status stay. So do
 * tokens of collecting apps, which open no account. Throws an Error with one clear line when the name is unknown.
 */
export async function resetFromServer(db: Db, username: string, password = randomPassword()): Promise<string> {
  const passwordHash = await hashPassword(password)
  const named = sql`lower(username) = lower(${username}) and admin_type = 'ADMIN'`
  await lockRights(db)
  await stopWrites(db, named)
  const rows = await rowsOf<{ id: number }>(db)`
    update person set password_hash = ${passwordHash}, must_change_password = false,
      one_time_until = null, version = version + 1, updated_at = now()
    where ${named} returning id`
  const [person] = rows
  if (!person) throw new Error(`There is nobody of the staff with the name ${username}`)
  await forgetGiver(db, person.id)
  for (const way of ['second_factor', 'sign_on'])
    await sql`delete from ${sql.table(way)} where person_id = ${person.id}`.execute(db)
  await endSessions(db, [person.id])
  await forgiveAccount(db, username)
  const entry = { action: 'people.resetPassword', subjectType: 'person', subjectId: person.id }
  await writeAudit(db, [entry], { actorId: 0, requestId: 'command line', address: 'local' })
  return password
}

/** 120 random bits in letters and digits that readers do not mistake for each other. */
export function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join('')
}
