/** A copy of the whole house while it runs: database, files, and what of the data folder belongs to them. */
import { rename, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import { AppError } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Settings } from '../settings.ts'
import { bytesOf, copyCluster, dumpDatabase, requireProgram } from './copy-database.ts'
import { type BackupHead, type Source, writeParts } from './parts.ts'

/** What of the data folder is kept beside the database: keys, and the books of the simulator. */
export const besides = ['postgres.json', 'secrets.key', 'simulator.jsonl']

export interface House {
  settings: Pick<Settings, 'dataDir' | 'database' | 'backupKey' | 's3'>
  ownerUrl: string
  files: FileStore
}

/** Writes a folder into `target`, which appears whole or not at all. Throws an Error with one line when it cannot be made. */
export async function backUp(house: House, target: string, sources = sourcesOf(house)) {
  const { settings, ownerUrl } = house
  const at = new Date().toISOString()
  const database = settings.database.kind === 'embedded' ? 'cluster' : 'dump'
  const major = await majorOf(ownerUrl)
  if (database === 'dump') await requireProgram('pg_dump', major)
  const head: BackupHead = { format: 1, version: packageJson.version, at, database, major }
  const folder = join(target, `canvass-${at.replace(/\..*|[-:]/g, '')}`)
  const draft = `${folder}.part`
  try {
    const written = await writeParts(draft, head, sources, settings.backupKey)
    await rename(draft, folder)
    return { folder, ...written }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Files before and after the database: none is missing that a row of it names, also when it came or went meanwhile. */
export async function* sourcesOf({ settings, ownerUrl, files }: House): AsyncGenerator<Source> {
  const taken = new Set<string>()
  yield* filesBut(taken, files)
  const { dataDir } = settings
  yield* settings.database.kind === 'embedded'
    ? copyCluster(join(dataDir, 'postgres'), ownerUrl)
    : dumpDatabase(ownerUrl)
  yield* filesBut(taken, files)
  for (const name of besides) {
    const bytes = await readFile(join(dataDir, name)).catch(() => undefined)
    // A line that is being written is none yet.
    const whole = name.endsWith('l') ? bytes?.subarray(0, bytes.lastIndexOf('\n') + 1) : bytes
    if (whole) yield { name, packed: true, bytes: bytesOf(whole) }
  }
}

async function* filesBut(taken: Set<string>, files: FileStore): AsyncGenerator<Source> {
  for await (const hashes of files.stored()) {
    for (const sha256 of hashes) {
      const name = sha256.toString('hex')
      if (taken.has(name)) continue
      taken.add(name)
      // One that is removed meanwhile is no file of the house any more.
      const bytes = await files.read(sha256).catch(unlessGone)
      if (bytes) yield { name: `files/${name.slice(0, 2)}/${name}`, packed: false, bytes }
    }
  }
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'FILE_GONE')) throw error
}

/** Of the server at `url`. */
export async function majorOf(url: string): Promise<number> {
  return await ask<number>(url, `select current_setting('server_version_num')::int / 10000`)
}

/** The only value that a query answers. */
export async function ask<Value>(url: string, query: string): Promise<Value> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<[Value]>({ text: query, rowMode: 'array' })
    return rows[0]?.[0] as Value
  } finally {
    await client.end()
  }
}
