/**
 * Brings the schema forward. Migrations are plain SQL files in numeric order; each runs once, in one transaction. The
 * database keeps a checksum of each, as a file that ran never changes again.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { Pool } from 'pg'
import { defaultHighest, type HighestAmounts } from '#domain/highest-amount.ts'
import { permissionEntries, seededRoles } from '#domain/permissions.ts'
import { wordIn } from '#words/texts.ts'
import { questionTypes } from '#domain/question-types.ts'
import type { Db } from './db/pool.ts'
import { installQueue } from './db/queue-schema.ts'

const folder = new URL('./db/migrations/', import.meta.url)

interface MigrationFile {
  name: string
  text: string
  sha256: string
}

async function readFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => {
      // Git on Windows may end lines in its own way.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name: name.replace(/\.sql$/, ''), text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function migrationOf({ name, text, sha256 }: MigrationFile): Migration {
  return {
    async up(db) {
      await sql.raw(text).execute(db)
      await sql`insert into migration_checksum (name, sha256) values (${name}, ${sha256})`.execute(db)
    },
  }
}

/**
 * Migrates as the owner, under an advisory lock, so that several processes may start at once. Throws an Error with one
 * clear line when a migration fails, when a file was changed after it ran, or when the database is newer.
 */
export async function migrate(ownerUrl: string, highest?: HighestAmounts): Promise<void> {
  const pool = new Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 5000 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const files = await readFiles()
    const migrations = Object.fromEntries(files.map((file) => [file.name, migrationOf(file)]))
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    await refuseOtherSchema(files, db)
    const { error, results } = await migrator.migrateToLatest()
    const failed = results?.find((result) => result.status === 'Error')
    if (failed) throw new Error(`Migration ${failed.migrationName} failed: ${String(error)}`)
    if (error) throw error
    await installQueue(pool)
    await syncQuestionTypes(db)
    await syncRights(db)
    if (highest) await syncHighest(db, highest)
  } finally {
    await db.destroy()
  }
}

async function refuseOtherSchema(files: readonly MigrationFile[], db: Db): Promise<void> {
  const { rows: tables } = await sql`select to_regclass('public.migration_checksum') as name`.execute(db)
  if (!(tables[0] as { name: string | null }).name) return
  const { rows } = await sql<{ name: string; sha256: string | null }>`
    select name, sha256 from kysely_migration left join migration_checksum using (name) order by name`.execute(db)
  const known = new Map(files.map((file) => [file.name, file.sha256]))
  for (const { name, sha256 } of rows) {
    if (!known.has(name)) throw new Error(`The database is newer than this program: it holds migration ${name}`)
    if (known.get(name) !== sha256)
      throw new Error(`Migration ${name} was changed after this database ran it: put the change into a new file`)
  }
}

async function syncQuestionTypes(db: Kysely<unknown>): Promise<void> {
  await sql`insert into question_type select unnest(${questionTypes}::text[]) on conflict do nothing`.execute(db)
}

/**
 * Tells the database the catalogue of `domain/permissions.ts`. A permission or a role seen for the first time brings
 * its grants along. Later changes that people made to roles are kept.
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
  })
}

/** The app may not raise what the server was set to. */
async function syncHighest(db: Db, highest: HighestAmounts): Promise<void> {
  await sql`update currency set highest_minor = h.minor
    from (select code, coalesce((${JSON.stringify(highest)}::jsonb ->> code)::bigint, ${defaultHighest}) as minor from currency) h
    where h.code = currency.code and highest_minor <> h.minor`.execute(db)
}
