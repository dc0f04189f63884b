/**
 * Brings the database to what this program is: its tables and laws (db/schema.ts), the rows that repeat rules of the domain,
 * permissions and roles.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { defaultHighest, type HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { permissionEntries, seededRoles } from '#domain/people/permissions.ts'
import { wordIn } from '#words/texts.ts'
import { type Db, keepSessionSettings } from './db/pool.ts'
import { applySchema } from './db/schema.ts'
import { writeHouseRules } from './house-rules.ts'

/**
 * Migrates as the owner, one process at a time, so that several may start at once. Throws an Error with one clear line when a
 * file fails, or when the database is of another version. `highest`: MAX_AMOUNT. `upgradesIn`: for tests.
 */
export async function migrate(ownerUrl: string, highest?: HighestAmounts, upgradesIn?: string): Promise<void> {
  const pool = new Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 5000 })
  try {
    await new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }).connection().execute(async (db) => {
      await takeTurn(db)
      await applySchema(
        db,
        async (tx) => {
          await writeHouseRules(tx)
          await syncRights(tx)
          await keepSessionSettings(tx)
          if (highest) await syncHighest(tx, highest)
        },
        upgradesIn,
      )
    })
  } finally {
    // The end of the connection ends the turn.
    await pool.end()
  }
}

/** Asked again and again: an index that is built concurrently would wait for a statement that waits. */
async function takeTurn(db: Db): Promise<void> {
  const ask = sql<{ got: boolean }>`select pg_try_advisory_lock(hashtextextended('migrate', 0)) as got`
  while (!(await ask.execute(db)).rows[0]?.got) await wait(100)
}

/**
 * Tells the database the catalogue of `domain/people/permissions.ts`. A permission or a role seen for the first time brings
 * its grants along. Later changes that people made to roles are kept.
 */
async function syncRights(tx: Db): Promise<void> {
  const roles = JSON.stringify(seededRoles)
  const newRoles = await sql<{ id: number }>`insert into role (name, role, built_in)
    select r.name, r.role, true from jsonb_to_recordset(${roles}::jsonb) as r(name text, role text)
    on conflict (role) do nothing returning id`.execute(tx)
  // A permission that users made before the product had the name was granted for something else.
  const names = permissionEntries.map((entry) => entry.name.toLowerCase())
  await sql`delete from permission where not built_in and lower(name) = any(${names})`.execute(tx)
  const newPermissions = await sql<{ id: number }>`insert into permission (name, area, duty, built_in)
    select p.name, p.area, p.duty, true
    from jsonb_to_recordset(${JSON.stringify(permissionEntries)}::jsonb) as p(name text, area text, duty text)
    on conflict (name) do nothing returning id`.execute(tx)
  const described = permissionEntries.map(({ name }) => ({ name, text: wordIn('en', `roles.permission.${name}`) }))
  await sql`update permission set description = p.text
    from jsonb_to_recordset(${JSON.stringify(described)}::jsonb) as p(name text, text text)
    where permission.name = p.name and permission.description <> p.text`.execute(tx)
  await sql`insert into role_permission (role_id, permission_id)
    select role.id, permission.id
    from jsonb_to_recordset(${roles}::jsonb) as r(role text, permissions jsonb)
    join role on role.role = r.role
    join permission on r.permissions ? permission.name
    where role.id = any(${newRoles.rows.map((row) => row.id)})
      or permission.id = any(${newPermissions.rows.map((row) => row.id)})
    on conflict do nothing`.execute(tx)
}

/** The app may not raise what the server was set to. */
async function syncHighest(db: Db, highest: HighestAmounts): Promise<void> {
  await sql`update currency set highest_minor = h.minor
    from (select code, coalesce((${JSON.stringify(highest)}::jsonb ->> code)::bigint, ${defaultHighest}) as minor from currency) h
    where h.code = currency.code and highest_minor <> h.minor`.execute(db)
}
