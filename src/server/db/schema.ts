/**
 * The files that show what the database is. `schema/` holds the tables, area by area, and is run once, into an empty
 * database; `upgrades/` leads an earlier one there. `law/` holds one trigger or function a file, and is replaced whenever
 * its text differs. Those of `law/counts/` are written from records/kept-counts.ts.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path/posix'
import { type Kysely, sql } from 'kysely'
import { type Db, rowsOf } from './pool.ts'
import { patiently, readUpgrades, runUpgrades } from './upgrades.ts'

export interface SqlFile {
  /** `schema/12_payments` or `law/step_is_lawful`. */
  name: string
  text: string
  sha256: string
}

async function readFiles(folder: 'schema' | 'law' | 'law/counts'): Promise<SqlFile[]> {
  const place = new URL(`./${folder}/`, import.meta.url)
  const names = (await readdir(place)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => {
      // Git on Windows may end lines in its own way.
      const text = (await readFile(new URL(name, place), 'utf8')).replaceAll('\r\n', '\n')
      // Another comment is no other table.
      const meant = folder === 'schema' ? text.replace(/--.*$/gm, '').replace(/\s+/g, ' ') : text
      const sha256 = createHash('sha256').update(meant).digest('hex')
      return { name: `${folder}/${name.replace(/\.sql$/, '')}`, text, sha256 }
    }),
  )
}

/** The version from which on databases are upgraded; its row in `schema_file` says that this is one. */
const base = 'base/0.2.0'

/** All that an empty database runs, in this order. */
export async function readSchema(): Promise<{ schema: SqlFile[]; laws: SqlFile[] }> {
  return {
    schema: await readFiles('schema'),
    laws: inOrder([...(await readFiles('law')), ...(await readFiles('law/counts'))]),
  }
}

/**
 * Makes an empty database the one of this program, and upgrades another; `then` belongs to its last transaction. Throws an
 * Error with one clear line when the database is newer than the program, or older than 0.2.0.
 */
export async function applySchema(
  db: Kysely<unknown>,
  then: (tx: Db) => Promise<void>,
  upgradesIn?: string,
): Promise<void> {
  const [{ schema, laws }, upgrades] = [await readSchema(), await readUpgrades(upgradesIn)]
  const applied = await appliedFiles(db)
  const pending = upgrades.filter(({ name }) => !applied.has(name))
  if (applied.size > 0) {
    refuseOthers([...schema, ...laws, ...upgrades], applied)
    if (pending.length === 0) refuseOtherTables(schema, applied)
    await runUpgrades(db, pending)
  }
  await patiently(db, async (tx) => {
    // What a function in PL/pgSQL names may come after it.
    await sql`set local check_function_bodies = off`.execute(tx)
    if (applied.size === 0) {
      for (const file of schema) await apply(tx, file)
      for (const name of [base, ...upgrades.map((upgrade) => upgrade.name)]) await note(tx, { name, sha256: '' })
    } else if (pending.length > 0) for (const file of schema) await note(tx, file)
    for (const law of laws) {
      if (applied.get(law.name) === law.sha256) continue
      if (applied.has(law.name)) await dropTriggersOf(tx, law)
      await apply(tx, law)
    }
    await then(tx)
  })
}

/** Each law after those that it names: PostgreSQL reads a function of SQL when it is made. */
function inOrder(laws: readonly SqlFile[]): SqlFile[] {
  const ordered = new Set<SqlFile>()
  const visited = new Set<SqlFile>()
  function visit(law: SqlFile): void {
    if (visited.has(law)) return
    visited.add(law)
    for (const other of laws) if (law.text.includes(`${basename(other.name)}(`)) visit(other)
    ordered.add(law)
  }
  laws.forEach(visit)
  return [...ordered]
}

/** What an upgrade by this program would still run. A database that is newer lacks nothing. */
export async function missingUpgrades(db: Db): Promise<string[]> {
  const applied = await appliedFiles(db)
  return [base, ...(await readUpgrades()).map(({ name }) => name)].filter((name) => !applied.has(name))
}

/** The checksum of each file that this database ran, by its name; empty for a database without tables of ours. */
async function appliedFiles(db: Db): Promise<Map<string, string>> {
  const rows = await rowsOf<{ ours: string | null; earlier: string | null }>(db)`
    select to_regclass('public.schema_file') as ours, to_regclass('public.kysely_migration') as earlier`
  if (rows[0]?.earlier)
    throw new Error(
      'This database was made by a version before 0.1. Nothing was released by then: begin with an empty one',
    )
  if (!rows[0]?.ours) return new Map()
  const files = await sql<{ name: string; sha256: string }>`select name, sha256 from schema_file`.execute(db)
  return new Map(files.rows.map(({ name, sha256 }) => [name, sha256]))
}

function refuseOthers(known: readonly { name: string }[], applied: ReadonlyMap<string, string>): void {
  const names = new Set([base, ...known.map(({ name }) => name)])
  const newer = [...applied.keys()].find((name) => !names.has(name))
  if (newer) throw new Error(`The database is newer than this program: it holds ${newer}`)
  if (!applied.has(base)) throw new Error('This database was made before 0.2.0: begin with an empty one')
}

/** Tables that changed without an upgrade, which a release never has. */
function refuseOtherTables(schema: readonly SqlFile[], applied: ReadonlyMap<string, string>): void {
  const other = schema.find(({ name, sha256 }) => applied.get(name) !== sha256)
  if (other) throw new Error(`The tables of ${other.name} are not those of this database, and no upgrade leads to them`)
}

/** A law that is replaced has the triggers of its file, and none that an earlier text of it had. */
async function dropTriggersOf(db: Db, { name }: SqlFile): Promise<void> {
  const rows = await rowsOf<{ drop: string }>(db)`
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as drop
    from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where ${basename(name)} in (f.proname, t.tgname) and f.pronamespace = 'public'::regnamespace and not t.tgisinternal`
  for (const { drop } of rows) await sql.raw(drop).execute(db)
}

async function apply(db: Db, { name, text, sha256 }: SqlFile): Promise<void> {
  try {
    await sql.raw(text).execute(db)
  } catch (error) {
    throw new Error(`${name} failed: ${String(error)}`, { cause: error })
  }
  await note(db, { name, sha256 })
}

async function note(db: Db, { name, sha256 }: Omit<SqlFile, 'text'>): Promise<void> {
  await sql`insert into schema_file (name, sha256) values (${name}, ${sha256})
    on conflict (name) do update set sha256 = excluded.sha256`.execute(db)
}
