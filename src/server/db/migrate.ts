/** Brings the schema forward. Migrations are plain SQL files in numeric order; each runs once, in one transaction. */
import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { Pool } from 'pg'
import { permissionEntries, seededRoles } from '#domain/permissions.ts'
import type { Db } from './pool.ts'
import { installQueue } from './queue-schema.ts'

const folder = new URL('./migrations/', import.meta.url)

async function loadMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Migrates as the owner, under an advisory lock, so that several processes may start at once. Throws an Error with one
 * clear line when the database is newer than this program or a migration fails.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 5000 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrations = await loadMigrations()
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    await refuseNewerSchema(await migrator.getMigrations(), db)
    const { error, results } = await migrator.migrateToLatest()
    const failed = results?.find((result) => result.status === 'Error')
    if (failed) throw new Error(`Migration ${failed.migrationName} failed: ${String(error)}`)
    if (error) throw error
    await installQueue(pool)
    await syncRights(db)
  } finally {
    await db.destroy()
  }
}

async function refuseNewerSchema(known: readonly { name: string }[], db: Db): Promise<void> {
  const { rows: tables } = await sql`select to_regclass('public.kysely_migration') as name`.execute(db)
  if (!(tables[0] as { name: string | null }).name) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const names = new Set(known.map((migration) => migration.name))
  const unknown = rows.find((row) => !names.has(row.name))
  if (unknown) throw new Error(`The database is newer than this program: it holds migration ${unknown.name}`)
}

/**
 * Tells the database the catalogue of `domain/permissions.ts`. A permission or a role seen for the first time brings its
 * grants along; what people changed on roles afterwards stays as they left it.
 */
async function syncRights(db: Kysely<unknown>): Promise<void> {
  const roles = JSON.stringify(seededRoles)
  await db.transaction().execute(async (tx) => {
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
    await sql`insert into role_permission (role_id, permission_id)
      select role.id, permission.id
      from jsonb_to_recordset(${roles}::jsonb) as r(role text, permissions jsonb)
      join role on role.role = r.role
      join permission on r.permissions ? permission.name
      where role.id = any(${newRoles.rows.map((row) => row.id)})
        or permission.id = any(${newPermissions.rows.map((row) => row.id)})
      on conflict do nothing`.execute(tx)
  })
}
