/** A PostgreSQL of its own, as the test makes it freeze. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openFileStore } from '../files/file-store.ts'
import { refusalOf } from '../http/failure.ts'
import { openLive } from '../http/live.ts'
import { parseSettings } from '../settings.ts'
import { makeGiven } from '../test/given.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from './pool.ts'

const running = new AsyncDisposableStack()
afterAll(() => running.disposeAsync())

let house: Awaited<ReturnType<typeof startHouse>>
beforeAll(async () => {
  house = await startHouse()
})

async function startHouse() {
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-still-'))
  running.defer(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbedded({ dataDir, fast: true })
  running.defer(() => cluster.stop())
  await migrate(cluster.ownerUrl)
  const owner = new Pool({ connectionString: cluster.ownerUrl, max: 1 })
  // Its connection may still be on its way out when the database stops.
  owner.on('error', () => undefined)
  running.defer(() => owner.end())
  const database = openDatabase(cluster.appUrl, { max: 3 })
  running.defer(() => database.close())
  const settings = parseSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const server = await buildApp({
    database,
    settings,
    files: await openFileStore({ dataDir }),
    live: openLive(database.db, settings),
  })
  running.defer(() => server.close())
  const { token } = await makeGiven(owner).admin({ permissions: ['companies.read', 'companies.write'] })
  return { dataDir, owner, database, server, headers: { authorization: `Bearer ${token}` } }
}

/** Every process of the PostgreSQL stops where it is. Returns how to let them go on. */
async function freeze(): Promise<() => void> {
  const postmaster = Number.parseInt(readFileSync(join(house.dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  // First, so that no process is born after the others were counted.
  process.kill(postmaster, 'SIGSTOP')
  const { rows } = await house.owner.query<{ pid: number }>('select pid from pg_stat_activity')
  const all = [postmaster, ...rows.map(({ pid }) => pid)]
  function signal(name: 'SIGSTOP' | 'SIGCONT') {
    for (const pid of all) process.kill(pid, name)
  }
  signal('SIGSTOP')
  let thawed = false
  const thaw = () => {
    if (!thawed) signal('SIGCONT')
    thawed = true
  }
  onTestFinished(thaw)
  return thaw
}

/** A list, a new record and the look of a load balancer: more calls than the pool has connections. */
function callAll(): Promise<{ status: number; code: unknown; retryAfter: unknown }[]> {
  const { server, headers } = house
  const list = { url: '/api/v1/companies', headers }
  const create = { method: 'POST', url: '/api/v1/companies', headers, payload: { title: 'A house' } } as const
  const calls = [list, create, { url: '/readyz' }, list, create].map(async (call) => {
    const { statusCode: status, headers: answered, body } = await server.inject(call)
    return { status, code: (JSON.parse(body) as { code?: string }).code, retryAfter: answered['retry-after'] }
  })
  return Promise.all(calls)
}

const statuses = async () => (await callAll()).map(({ status }) => status)

test(
  'a database that stopped answering is told to all callers, until it answers again',
  { timeout: 25_000 },
  async () => {
    const { database } = house
    expect(await statuses()).toEqual([200, 201, 200, 200, 201])
    const underWay = sql`select pg_sleep(60)`.execute(database.db).catch(refusalOf)
    const thaw = await freeze()
    const away = { status: 503, retryAfter: '2' }
    const refusals = [
      { ...away, code: 'UNAVAILABLE' },
      { ...away, code: 'UNAVAILABLE' },
      { ...away, code: undefined },
      { ...away, code: 'UNAVAILABLE' },
      { ...away, code: 'UNAVAILABLE' },
    ]
    expect(await callAll()).toEqual(refusals)
    expect(await underWay).toMatchObject({ code: 'UNAVAILABLE' })
    // Again at once, as nothing is asked of the database any more.
    expect(await callAll()).toEqual(refusals)
    thaw()
    await expect.poll(statuses).toEqual([200, 201, 200, 200, 201])
  },
)

test('a long statement of a database that answers others runs to its end', async () => {
  const { rows } = await sql`select 'slept' as it from pg_sleep(5)`.execute(house.database.db)
  expect(rows).toEqual([{ it: 'slept' }])
})
