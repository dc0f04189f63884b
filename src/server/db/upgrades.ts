/** Takes the tables of an earlier version to those of this one, file by file (upgrades/README.md). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Db, rowsOf } from './pool.ts'

export interface Upgrade {
  /** `upgrades/0001_what_changes`, also the name of its row in `schema_file`. */
  name: string
  text: string
}

export async function readUpgrades(folder = join(import.meta.dirname, 'upgrades')): Promise<Upgrade[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => ({
      name: `upgrades/${name.replace(/\.sql$/, '')}`,
      text: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

/** On one connection. Throws an Error that names the file that failed; those before it are kept, and a later run goes on. */
export async function runUpgrades(db: Kysely<unknown>, upgrades: readonly Upgrade[]): Promise<void> {
  for (const { name, text } of upgrades) {
    try {
      if (name.endsWith('.concurrently')) await buildIndex(db, text)
      await patiently(db, async (tx) => {
        if (!name.endsWith('.concurrently')) await sql.raw(text).execute(tx)
        await sql`insert into schema_file (name, sha256) values (${name}, '')`.execute(tx)
      })
    } catch (error) {
      throw new Error(`${name} failed: ${String(error)}`, { cause: error })
    }
  }
}

/** One that an earlier run left half built is built from the beginning. */
async function buildIndex(db: Kysely<unknown>, text: string): Promise<void> {
  const [, index = ''] = /index concurrently (?:if not exists )?(\w+) on/i.exec(text) ?? []
  const rows = await rowsOf<{ valid: boolean }>(db)`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`
  if (rows[0]?.valid) return
  if (rows[0]) await sql`drop index concurrently ${sql.id(index)}`.execute(db)
  await sql.raw(text).execute(db)
}

const lockMs = 2000
const tries = 60

/**
 * In a transaction that gives way: calls queue behind a lock that is waited for, so it is asked for two seconds at a time,
 * with pauses in which they go on. Gives up after a few minutes.
 */
export async function patiently(db: Kysely<unknown>, work: (tx: Db) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql.raw(`set local lock_timeout = ${lockMs}`).execute(tx)
        await work(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error) || attempt === tries) throw error
      await wait(Math.min(attempt * 100, 2000))
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || (cause !== undefined && isLockTimeout(cause))
}
