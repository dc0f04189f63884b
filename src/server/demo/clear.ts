/** Taking the demo away. The books and the trail cannot lose a row, so the whole database makes room for a new one. */
import { Client } from 'pg'
import { migrate } from '../migrate.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { withDatabase } from '../db/with-database.ts'
import { demoState, isUntouched, noteDemo } from '../demo-state.ts'

/**
 * Replaces a database that holds demo data by an empty one, in which no demo is loaded again; before the first start it only
 * says so. Throws an Error with one line, and removes nothing, when there are no demo data and never will be.
 */
export async function clearDemo(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl)
  const { state, isNew } = await onDatabase(ownerUrl, async ({ db }) => ({
    state: await demoState(db),
    isNew: await isUntouched(db),
  }))
  if (state === 'cleared' || (state === 'none' && !isNew))
    throw new Error('There are no demo data here: nothing was removed')
  if (state !== 'none') await recreate(ownerUrl)
  await onDatabase(ownerUrl, ({ db }) => noteDemo(db, 'cleared'))
}

/** Begins again when the process ended while it was loading the demo: no user has worked with that database yet. */
export async function discardHalfLoaded(ownerUrl: string): Promise<void> {
  const state = await onDatabase(ownerUrl, ({ db }) => demoState(db))
  if (state === 'begun') await recreate(ownerUrl)
}

async function recreate(ownerUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const client = new Client({ connectionString: withDatabase(ownerUrl, 'postgres') })
  await client.connect()
  try {
    const quoted = client.escapeIdentifier(name)
    await client.query(`drop database ${quoted} with (force)`)
    await client.query(`create database ${quoted}`)
  } finally {
    await client.end()
  }
  await migrate(ownerUrl)
}

async function onDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
