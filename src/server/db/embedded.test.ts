import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type EmbeddedDatabase, joinEmbedded, startEmbedded } from './embedded.ts'

/** A cluster as its first start makes it, which takes longer than all else here: the tests copy it. */
const made = mkdtempSync(join(tmpdir(), 'canvass-embedded-'))
beforeAll(async () => (await startEmbedded({ dataDir: made, fast: true })).stop())
afterAll(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }))

test('a restart keeps the data, the port and the passwords', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  await query(first.ownerUrl, 'create table note (text text)')
  await query(first.ownerUrl, `insert into note values ('kept')`)
  await first.stop()

  const second = await start(dataDir)
  expect(await query(second.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }])
  expect(second).toMatchObject({ ownerUrl: first.ownerUrl, appUrl: first.appUrl })
  // A command beside the server works with the same database, and finds none to join once it has ended.
  expect(await joinEmbedded(dataDir)).toEqual({ ownerUrl: first.ownerUrl, appUrl: first.appUrl })
  await second.stop()
  expect(await joinEmbedded(dataDir)).toBeUndefined()
})

test('the app role can neither rule nor create; text sorts the same on every machine', async () => {
  const { appUrl, ownerUrl } = await start(newDataDir())
  const rights =
    'select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as power from pg_roles where rolname = $1'
  expect(await query(appUrl, rights, ['canvass_app'])).toEqual([{ power: false }])
  await expect(query(appUrl, 'create table mine ()')).rejects.toThrow(/permission denied/)
  const sorted = `select string_agg(word, '' order by word) as words from unnest(array['b', 'Z', 'é', 'a', '中']) as word`
  expect(await query(ownerUrl, sorted)).toEqual([{ words: 'Zabé中' }])
})

test('kill -9 of PostgreSQL under writes loses no acknowledged row; it restarts itself', async () => {
  const dataDir = newDataDir()
  const { ownerUrl } = await start(dataDir, { fast: false })
  await query(ownerUrl, 'create table entry (id integer primary key)')
  const acknowledged: number[] = []
  const writing = Promise.allSettled([0, 1, 2, 3].map((writer) => writeUntilCut(ownerUrl, writer, acknowledged)))
  await vi.waitUntil(() => acknowledged.length > 100, { timeout: 20_000 })
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await writing

  const rows = await vi.waitFor(() => query<{ id: number }>(ownerUrl, 'select id from entry'), { timeout: 20_000 })
  const stored = new Set(rows.map((row) => row.id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})

test('the database that a killed app left running is replaced, with all rows', async () => {
  const dataDir = newDataDir()
  const app = fork(join(import.meta.dirname, 'embedded/test/embedded-app.ts'), [dataDir], { execArgv: [] })
  const [ownerUrl] = (await once(app, 'message')) as [string]
  await query(ownerUrl, 'create table note (text text)')
  await query(ownerUrl, `insert into note values ('kept')`)
  const orphan = postmasterPid(dataDir)
  const gone = once(app, 'exit')
  app.kill('SIGKILL')
  await gone
  expect(process.kill(orphan, 0)).toBe(true)

  const second = await start(dataDir)
  expect(await query(second.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }])
  expect(postmasterPid(dataDir)).not.toBe(orphan)
})

test('a second owner of the same data folder is refused in one line', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  await expect(start(dataDir)).rejects.toThrow(/^Another Canvass process \(pid \d+\) already uses the data folder \S+$/)
  await first.stop()
  await start(dataDir)
})

test('what an interrupted first start left behind does not matter', async () => {
  const dataDir = emptyDataDir()
  const halfDone = join(dataDir, 'postgres.new-1')
  mkdirSync(join(halfDone, 'base'), { recursive: true })
  writeFileSync(join(halfDone, 'PG_VERSION'), '18\n')
  // The lock of a process that is gone: no process has started at this moment under our own pid.
  writeFileSync(join(dataDir, 'app.lock'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }))

  await start(dataDir)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
})

test('a status file of a foreign process neither bars the start nor ends that process', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  const statusFile = join(dataDir, 'postgres/postmaster.pid')
  const status = readFileSync(statusFile, 'utf8')
  await first.stop()
  writeFileSync(statusFile, status.replace(/^\d+/, String(process.pid)))

  const second = await start(dataDir)
  expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another major version is refused in one line', async () => {
  const dataDir = newDataDir()
  await start(dataDir).then((database) => database.stop())
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(/^\S+ was made by PostgreSQL 17, but this Canvass brings PostgreSQL 18$/)
})

function newDataDir(): string {
  const dataDir = emptyDataDir()
  cpSync(made, dataDir, { recursive: true, verbatimSymlinks: true })
  return dataDir
}

function emptyDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'canvass-embedded-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return dataDir
}

async function start(dataDir: string, { fast } = { fast: true }): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, fast })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= database.stop())
  onTestFinished(stop)
  return { ...database, stop }
}

async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

async function writeUntilCut(url: string, writer: number, acknowledged: number[]): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  for (let id = writer; ; id += 4) {
    await client.query('insert into entry values ($1)', [id])
    acknowledged.push(id)
  }
}

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}
