/** The accounts of the demo staff, who all have one password. */
import { sql } from 'kysely'
import { writeAudit } from '../audit.ts'
import { createAdmin } from '../people/create-admin.ts'
import { hashPassword, verifyPassword } from '../people/sign-in/passwords.ts'
import { type Database, type Db, openAsOwner } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { demoStaff } from './content/staff.ts'

/** One at a time: an administrator first, then everybody else. */
export async function createStaff(ownerUrl: string, password: string): Promise<void> {
  const database = openAsOwner(ownerUrl)
  try {
    await inTransaction(database.db, async (tx) => {
      for (const person of demoStaff) await createAdmin(tx, { ...person, password })
    })
  } finally {
    await database.close()
  }
}

/**
 * Gives the demo staff this password from now on and ends the sessions of those whose password was another. Accounts that
 * were renamed or removed since are left alone.
 */
export async function setStaffPassword({ db }: Database, password: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const accounts = await staffAccounts(tx)
    const same = await Promise.all(
      accounts.map(({ passwordHash }) => verifyPassword(password, passwordHash ?? undefined)),
    )
    for (const { id } of accounts.filter((_, index) => !same[index])) {
      await sql`update person set password_hash = ${await hashPassword(password)}, version = version + 1,
        updated_at = now() where id = ${id}`.execute(tx)
      await sql`delete from session where person_id = ${id}`.execute(tx)
      const entry = { action: 'people.password', subjectType: 'person', subjectId: id }
      await writeAudit(tx, [entry], { actorId: 0, requestId: 'demo data', address: 'local' })
    }
  })
}

interface Account {
  id: number
  passwordHash: string | null
}

async function staffAccounts(db: Db): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select id, password_hash as "passwordHash" from person
    where username = any(${demoStaff.map(({ username }) => username)}) and admin_type = 'ADMIN'
    order by id for no key update`.execute(db)
  return rows
}
