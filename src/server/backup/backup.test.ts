/** A house and its backup: the same to the last row and byte, or refused with a word that says what is wrong. */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts'
import { openDatabase } from '../db/pool.ts'
import { loadDemo } from '../demo/load.ts'
import { checkFiles } from '../files/check-files.ts'
import { type FileStore, openFileStore } from '../files/file-store.ts'
import { openLive } from '../http/live.ts'
import { verifyAudit } from '../logs/verify-audit.ts'
import { migrate } from '../migrate.ts'
import { brokenOf, checkBooks } from '../payments/books/books-check.ts'
import { wrongCounts } from '../records/wrong-counts.ts'
import { parseSettings } from '../settings.ts'
import { ask, backUp, sourcesOf } from './backup.ts'
import { bytesOf } from './copy-database.ts'
import type { Source } from './parts.ts'
import { restore } from './restore.ts'
import { hasDebianServer, startDebianServer } from './test/debian-server.ts'
import { tableHashes } from './test/table-hashes.ts'

/** The demo takes its time on a busy machine. */
const patienceMs = 300_000

const key = randomBytes(32).toString('base64')
const made = newFolder()
const settings = parseSettings({ DATA_DIR: join(made, 'data'), LOG_LEVEL: 'silent', BACKUP_KEY: key })
let server: EmbeddedDatabase
let files: FileStore
beforeAll(async () => {
  server = await startEmbedded({ dataDir: settings.dataDir, fast: true })
  await migrate(server.ownerUrl)
  files = await openFileStore(settings)
  const database = openDatabase(server.appUrl, { max: 4 })
  const live = openLive(database.db, settings)
  await loadDemo({ database, settings, files, live }, server.ownerUrl)
  await database.close()
  await ask(server.ownerUrl, 'create table note (id int primary key, text text)')
}, patienceMs)
afterAll(async () => {
  await server.stop()
  rmSync(made, { recursive: true, maxRetries: 5 })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-backup-'))
  // The account of PostgreSQL passes it.
  chmodSync(folder, 0o755)
  return folder
}

function folderOfTest(): string {
  const folder = newFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 5 }))
  return folder
}

const photo = 'a'.repeat(64)

/** Parts as a house has them; the third fills more than a chunk. */
async function* few(): AsyncGenerator<Source> {
  yield { name: `files/aa/${photo}`, packed: false, bytes: bytesOf('photo') }
  yield { name: 'database/PG_VERSION', packed: true, bytes: bytesOf('18') }
  yield { name: 'database/global/pg_control', packed: true, bytes: bytesOf(randomBytes(200_000)) }
  for (let n = 0; n < 1000; n += 1) yield { name: `database/base/${n}`, packed: true, bytes: bytesOf('') }
}

/** A row and now and then a file, written while the files of the database are being copied. */
async function* underWrites(sources: AsyncIterable<Source>): AsyncGenerator<Source> {
  let count = 0
  for await (const source of sources) {
    yield source
    if (!/^database\/(base|global)\//.test(source.name) || source.name.endsWith('pg_control')) continue
    count += 1
    if (count % 20 > 0) continue
    await ask(server.ownerUrl, `insert into note values (${count}, repeat('written ', ${count}))`)
    await ask(server.ownerUrl, `update note set text = text || 'again' where id % 50 = ${count % 50}`)
    if (count % 400 === 0) await ask(server.ownerUrl, 'checkpoint')
    if (count % 100 === 0) await putFile(`file ${count}`)
  }
  expect(count).toBeGreaterThan(200)
}

async function putFile(text: string): Promise<void> {
  await files.put(createHash('sha256').update(text).digest(), Buffer.from(text))
}

function filesIn(dataDir: string): Record<string, string> {
  const folder = join(dataDir, 'files')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(names.sort().map((name) => [name, hashOf(name)]))
}

const house = () => ({ settings, ownerUrl: server.ownerUrl, files })

/** The tables that a restore itself writes into. */
function besidesRestore(hashes: Record<string, string>) {
  const { audit: _, payment_stop: __, ...others } = hashes
  return others
}

test(
  'a backup under writes is restored to the same rows and files, and pays nothing',
  async () => {
    const folder = folderOfTest()
    const backup = await backUp(house(), folder, underWrites(sourcesOf(house())))
    const before = { hashes: await tableHashes(server.ownerUrl), files: filesIn(settings.dataDir) }
    const dataDir = join(folder, 'data')
    await restore(backup.folder, { ...settings, dataDir })
    expect(filesIn(dataDir)).toEqual(before.files)
    expect(Object.keys(before.files).length).toBeGreaterThan(2)
    const restored = await startEmbedded({ dataDir, fast: true })
    const database = openDatabase(restored.appUrl, { max: 2 })
    try {
      expect(besidesRestore(await tableHashes(restored.ownerUrl))).toEqual(besidesRestore(before.hashes))
      const stops = 'select kind, reason, ended_at from payment_stop where ended_at is null'
      expect((await database.pool.query(stops)).rows).toEqual([
        { kind: 'RESTORED', reason: 'FROM_BACKUP', ended_at: null },
      ])
      const { db } = database
      expect(brokenOf(await checkBooks(db, join(dataDir, 'simulator.jsonl')))).toEqual([])
      expect((await verifyAudit(db)).broken).toBeUndefined()
      expect(await wrongCounts(db)).toEqual([])
      const store = await openFileStore({ dataDir })
      expect((await checkFiles(db, store, { reads: true })).wrong).toEqual([])
    } finally {
      await database.close()
      await restored.stop()
    }
  },
  patienceMs,
)

test('what is wrong with a backup or its place is said at once, and nothing is touched', async () => {
  const folder = folderOfTest()
  const { folder: from } = await backUp(house(), folder, few())
  const dataDir = join(folder, 'data')
  const target = { ...settings, dataDir }
  const truncated = 'global/pg_control'
  truncateSync(join(from, 'database', truncated), 200)
  const tampered = `aa/${photo}`
  const bytes = readFileSync(join(from, 'files', tampered))
  bytes[bytes.length - 20]! ^= 1
  writeFileSync(join(from, 'files', tampered), bytes)
  rmSync(join(from, 'database/PG_VERSION'))
  const said = await restore(from, target).catch((error: Error) => error.message.split('\n').sort())
  expect(said).toEqual([
    expect.stringMatching(/^database\/PG_VERSION is missing/),
    expect.stringMatching(/^database\/global\/pg_control has 200 bytes instead of \d+$/),
    `files/${tampered} was changed: its SHA-256 is another`,
  ])
  expect(existsSync(dataDir)).toBe(false)
  await expect(restore(from, { ...settings })).rejects.toThrow(
    'holds postgres of a house: restore into an empty folder',
  )

  await expect(restore(from, { ...target, backupKey: randomBytes(32) })).rejects.toThrow('BACKUP_KEY is not its key')
  await expect(restore(from, { ...target, backupKey: undefined })).rejects.toThrow('BACKUP_KEY is missing')
  const manifest = readFileSync(join(from, 'manifest'))
  writeFileSync(join(from, 'manifest'), manifest.subarray(0, 65_536 + 16 + 49))
  await expect(restore(from, target)).rejects.toThrow('BACKUP_KEY is not its key, or it was changed or cut')
  manifest[1000]! ^= 1
  writeFileSync(join(from, 'manifest'), manifest)
  await expect(restore(from, target)).rejects.toThrow('BACKUP_KEY is not its key, or it was changed or cut')
  rmSync(join(from, 'manifest'))
  await expect(restore(from, target)).rejects.toThrow('this is no backup')
})

test('a backup without a key is readable; a manifest that is cut or leads out is not', async () => {
  const folder = folderOfTest()
  const plain = { ...settings, backupKey: undefined, dataDir: join(folder, 'data') }
  const { folder: from } = await backUp({ ...house(), settings: { ...settings, backupKey: undefined } }, folder, few())
  await expect(restore(from, { ...plain, backupKey: settings.backupKey })).rejects.toThrow('The backup is not sealed')
  const text = readFileSync(join(from, 'manifest'), 'utf8')
  const lines = text.split('\n')
  writeFileSync(join(from, 'manifest'), lines.toSpliced(2, 1).join('\n'))
  await expect(restore(from, plain)).rejects.toThrow('is cut')
  writeFileSync(join(from, 'manifest'), text.replace('database/PG_VERSION', '../../database/PG_VERSION'))
  await expect(restore(from, plain)).rejects.toThrow('no place in it')
  writeFileSync(join(from, 'manifest'), text.replace(/"version":"[^"]*"/, '"version":"99.0.0"'))
  await expect(restore(from, plain)).rejects.toThrow('The backup is of Canvass 99.0.0, newer than this')
})

test.skipIf(!hasDebianServer)(
  'an external database is dumped and restored by the programs of its own major',
  async () => {
    const folder = folderOfTest()
    const debian = await startDebianServer()
    try {
      const [url, empty] = [await debian.database('canvass'), await debian.database('again')]
      await migrate(url)
      await ask(url, `create table note as select 'Água e Saúde' as text`)
      const of = (ownerUrl: string) => ({
        ...settings,
        database: { kind: 'external' as const, url: ownerUrl, ownerUrl },
      })
      const before = await tableHashes(url)
      const backup = await backUp({ settings: of(url), ownerUrl: url, files }, folder)
      const target = { ...of(empty), dataDir: join(folder, 'data') }
      await expect(restore(backup.folder, { ...target, ...of(url), dataDir: target.dataDir })).rejects.toThrow(
        'The database holds tables: restore into an empty one',
      )
      await restore(backup.folder, target)
      await migrate(empty)
      expect(besidesRestore(await tableHashes(empty))).toEqual(besidesRestore(before))
      expect(await ask(empty, 'select reason from payment_stop where ended_at is null')).toBe('FROM_BACKUP')
      expect(filesIn(target.dataDir)).toEqual(filesIn(settings.dataDir))
      const other = { settings: of(server.ownerUrl), ownerUrl: server.ownerUrl, files }
      await expect(backUp(other, folder)).rejects.toThrow(
        'pg_dump of PostgreSQL 18 is needed: the one on PATH is of 15',
      )
      cpSync(backup.folder, join(folder, 'copy'), { recursive: true })
      await expect(restore(join(folder, 'copy'), { ...settings, dataDir: join(folder, 'new') })).rejects.toThrow(
        'The backup is of an external database: set DATABASE_URL to an empty one',
      )
    } finally {
      await debian.stop()
    }
  },
)
