/** The data of the embedded database on disk: made once by initdb, kept in DATA_DIR/postgres. */
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, ownerOf } from './account.ts'
import type { Binaries } from './binaries.ts'

export const ownerRole = 'canvass_owner'

/** Kept in DATA_DIR/postgres.json, readable for us alone. */
export interface ClusterKeys {
  port: number
  ownerPassword: string
  appPassword: string
}

export interface Cluster {
  dataDir: string
  /** DATA_DIR/postgres. */
  folder: string
  binaries: Binaries
  account: Account | undefined
  /** Gives up durability and slow hashes for speed: for tests, whose data is thrown away. */
  fast: boolean
}

/** Makes the cluster on the first run. Throws an Error with one line when what is there cannot be used. */
export async function prepareCluster(cluster: Cluster): Promise<ClusterKeys> {
  const keys = await readKeys(cluster.dataDir)
  if (await holdsCluster(cluster)) {
    if (!keys)
      throw new Error(`${keysPath(cluster.dataDir)} is missing: it holds the passwords of the database beside it`)
    if (cluster.account?.uid !== ownerOf(cluster.folder)) await giveTo(cluster.account, cluster.folder)
    // PostgreSQL insists on it, and a copy or a restored backup often has another mode.
    await chmod(cluster.folder, 0o700)
    return keys
  }
  const newKeys = keys ?? { port: 0, ownerPassword: newPassword(), appPassword: newPassword() }
  await saveKeys(cluster.dataDir, newKeys)
  await create(cluster, newKeys.ownerPassword)
  return newKeys
}

async function holdsCluster({ folder, binaries }: Cluster): Promise<boolean> {
  const found = await readdir(folder).catch(() => [])
  if (found.length === 0) return false
  const major = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')
  if (major.trim() === binaries.major) return true
  if (major === '') throw new Error(`${folder} is not empty and holds no PostgreSQL data`)
  throw new Error(
    `${folder} was made by PostgreSQL ${major.trim()}, but this Canvass brings PostgreSQL ${binaries.major}`,
  )
}

/** Into a folder of its own first: an initdb that was killed midway leaves nothing that looks like a database. */
async function create(cluster: Cluster, ownerPassword: string): Promise<void> {
  const { dataDir, folder, account } = cluster
  const leftOver = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))
  for (const name of leftOver) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })

  const draft = join(dataDir, `postgres.new-${randomUUID()}`)
  const passwordFile = `${draft}.password`
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, ownerPassword, { mode: 0o600 })
  await giveTo(account, draft)
  await giveTo(account, passwordFile)
  await runInitdb(cluster, draft, passwordFile)
  await rm(passwordFile)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}

async function runInitdb({ binaries, account, fast }: Cluster, folder: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--username=${ownerRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Sorts the same on every machine, in any locale.
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--set=timezone=UTC',
    ...(fast ? ['--no-sync'] : []),
  ]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const output: string[] = []
  const child = spawn(join(binaries.folder, 'bin/initdb'), args, {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  child.stderr.on('data', (data) => output.push(String(data)))
  child.on('error', (error) => reject(cannotRun(error)))
  child.on('close', (code) => (code === 0 ? resolve() : reject(initdbError(output.join('')))))
  await promise
}

function initdbError(output: string): Error {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((line) => /error|fatal|panic/i.test(line)) ?? lines.at(-1)
  return new Error(`The embedded PostgreSQL could not be set up: ${line ?? 'initdb was ended'}`)
}

/** A program that is there but does not start: most often a Linux without glibc. */
export function cannotRun(error: Error): Error {
  return new Error(
    `The embedded PostgreSQL does not run on this system (${error.message}): set DATABASE_URL to your own`,
  )
}

async function giveTo(account: Account | undefined, path: string): Promise<void> {
  if (!account) return
  const inside = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of inside) await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
  await chown(path, account.uid, account.gid)
}

export async function readKeys(dataDir: string): Promise<ClusterKeys | undefined> {
  const text = await readFile(keysPath(dataDir), 'utf8').catch(unlessMissing)
  return text === undefined ? undefined : (JSON.parse(text) as ClusterKeys)
}

export async function saveKeys(dataDir: string, keys: ClusterKeys): Promise<void> {
  const draft = `${keysPath(dataDir)}.new`
  await writeFile(draft, JSON.stringify(keys), { mode: 0o600 })
  await rename(draft, keysPath(dataDir))
}

function keysPath(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
