/**
 * The real app on a real database of its own per test file: `test('…', async ({ given, as }) => { … })`.
 * Tests of one file share the database; each makes the rows it needs. A test that names none of these starts no app.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Client, Pool } from 'pg'
import { inject, test as plainTest } from 'vitest'
import { buildApp } from '../app.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { withDatabase } from '../db/with-database.ts'
import { openFileStore } from '../files/file-store.ts'
import { openLive } from '../http/live.ts'
import type { Services } from '../services.ts'
import { parseSettings } from '../settings.ts'
import { caller, type Caller } from './caller.ts'
import { makeGiven, type Fixtures, type Staff } from './given.ts'
import { onceForTheFile } from './test-file.ts'

/** A busy machine fails no test. */
const patienceMs = 30_000

export interface TestApp {
  /** The rows that exist before the test acts. */
  given: Fixtures
  /** Calls endpoints as a person; `as(undefined)` is a caller without a session. */
  as: (staff: Staff | undefined) => Caller
  server: FastifyInstance
  services: Services
  /** SQL as the app's role, and as the owner of the tables. */
  sql: { app: Pool; owner: Pool }
}

/** For what is done as the owner of the tables: from the command line, or for the demo. */
export function ownerUrlOf({ sql }: TestApp): string {
  return sql.owner.options.connectionString ?? ''
}

export const appOfTheFile = onceForTheFile(startTestApp)

export const test = plainTest
  .extend('app', () => appOfTheFile())
  .extend('given', ({ app }) => app.given)
  .extend('as', ({ app }) => app.as)
  .extend('server', ({ app }) => app.server)
  .extend('services', ({ app }) => app.services)
  .extend('sql', ({ app }) => app.sql)
  // A caller who may do everything.
  .extend('staff', async ({ app }) => app.as(await app.given.admin()))

async function startTestApp(): Promise<TestApp & { close(): Promise<void> }> {
  const clone = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-files-'))
  const settings = parseSettings({ DATA_DIR: dataDir, LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent' })
  const database: Database = openDatabase(clone.appUrl, { max: 10, waitMs: patienceMs })
  const files = await openFileStore({ dataDir })
  const live = openLive(database.db, settings, { everyMs: 50 })
  const services: Services = { database, settings, files, live }
  enableCompileCache(inject('compiled'))
  // Three hundred routes of pages would take half of the start, and only where they happen to be built.
  const server = await buildApp(services, `${dataDir}/pages/`)
  await server.ready()
  const owner = new Pool({ connectionString: clone.ownerUrl, max: 3, pipeline: true })
  owner.on('error', () => undefined)
  return {
    given: makeGiven(owner),
    as: (staff) => caller(server, staff?.token),
    server,
    services,
    sql: { app: database.pool, owner },
    async close() {
      await server.close()
      await database.close()
      await owner.end()
      await clone.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database of its own, copied from the migrated template. */
async function cloneDatabase() {
  const { templateUrl, appUrl } = inject('cluster')
  const template = new URL(templateUrl).pathname.slice(1)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ connectionString: withDatabase(templateUrl, 'postgres') })
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  return {
    appUrl: withDatabase(appUrl, name),
    ownerUrl: withDatabase(templateUrl, name),
    async drop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
