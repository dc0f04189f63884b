/**
 * The PostgreSQL that comes with the app, for evaluation and for small sites on one machine. It has its own data
 * folder, a port on the loopback address and random passwords. It lives and dies with the app, and is started again if
 * it dies alone.
 */
import type { ChildProcess } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { openDataDir } from '../data-dir.ts'
import { type Account, canReach, ownerOf, unprivilegedAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { type Cluster, type ClusterKeys, ownerRole, prepareCluster, readKeys, saveKeys } from './embedded/cluster.ts'
import { isInUse, lockDataDir } from './embedded/lock.ts'
import { freePort, startPostmaster, StartRefused, stopLeftOver, stopPostmaster } from './embedded/postmaster.ts'
import { appRole } from './pool.ts'

const databaseName = 'canvass'

export interface EmbeddedDatabase {
  /** Signs in as the superuser of the cluster: for migrations. */
  ownerUrl: string
  /** Signs in as `canvass_app`, which owns nothing. */
  appUrl: string
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  /** Gives up durability and slow hashes for speed: for tests, whose data is thrown away. */
  fast?: boolean
  /** Told when the server died alone and is started again. */
  report?: (line: string) => void
}

/** Starts the database of `dataDir`, made on the first run. Throws an Error with one clear line when it cannot. */
export async function startEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const account = unprivilegedAccount(ownerOf(folder))
  openTo(account, dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    const binaries = await findBinaries(dataDir, account)
    const cluster = { dataDir, folder, binaries, account, fast: options.fast ?? false }
    const keys = await prepareCluster(cluster)
    await stopLeftOver(folder)
    const server = await startOnFreePort(cluster, keys)
    const stop = keepRunning(cluster, server, options.report ?? (() => undefined))
    await prepareDatabase(server.keys).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return {
      ...urlsOf(server.keys),
      async stop() {
        await stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The database of a server that runs already; undefined when none does. It goes on when this process ends. */
export async function joinEmbedded(dataDir: string): Promise<Omit<EmbeddedDatabase, 'stop'> | undefined> {
  const keys = isInUse(dataDir) ? await readKeys(dataDir) : undefined
  return keys && urlsOf(keys)
}

/** The database in a cluster that others run, whose superuser is ours by name and password. */
export async function useCluster(keys: ClusterKeys): Promise<Omit<EmbeddedDatabase, 'stop'>> {
  await prepareDatabase(keys)
  return urlsOf(keys)
}

function urlsOf({ ownerPassword, appPassword, port }: ClusterKeys) {
  return {
    ownerUrl: urlOf(ownerRole, ownerPassword, port, databaseName),
    appUrl: urlOf(appRole, appPassword, port, databaseName),
  }
}

/** The account must be able to pass the data folder; ours to open are only the folders that we make. */
export function openTo(account: Account | undefined, dataDir: string): void {
  const made = openDataDir(dataDir)
  if (!account) return
  if (made) letPass(made, dataDir)
  if (statSync(dataDir).uid === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  if (canReach(account, dataDir)) return
  throw new Error(
    `DATA_DIR ${dataDir} is closed to the account ${account.name}, which runs PostgreSQL in place of root`,
  )
}

function letPass(top: string, folder: string): void {
  chmodSync(folder, 0o711)
  if (folder !== top) letPass(top, dirname(folder))
}

interface Server {
  child: ChildProcess
  keys: ClusterKeys
}

/** The port stays the same from start to start as long as it is free. */
async function startOnFreePort(cluster: Cluster, oldKeys: ClusterKeys): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const keys = { ...oldKeys, port: await freePort(oldKeys.port) }
    if (keys.port !== oldKeys.port) await saveKeys(cluster.dataDir, keys)
    try {
      return { child: await startPostmaster(cluster, keys.port), keys }
    } catch (error) {
      // Its port was taken in the meantime, or processes of a killed server are still on their way out.
      if (!(error instanceof StartRefused) || attempt === 10) throw describe(error)
      if (!/socket|shared memory|lock file/.test(error.message)) throw describe(error)
      await wait(attempt * 100)
    }
  }
}

function describe(error: unknown): unknown {
  return error instanceof StartRefused ? new Error(`The embedded PostgreSQL does not start: ${error.message}`) : error
}

/** Starts the server again whenever it ends unasked, on the same port. Returns how to end it for good. */
function keepRunning(cluster: Cluster, { child, keys }: Server, report: (line: string) => void): () => Promise<void> {
  const ending = new AbortController()
  let current = child
  let restart = Promise.resolve()
  const onProcessExit = () => current.kill('SIGINT')

  async function startAgain(): Promise<void> {
    for (let pauseMs = 100; !ending.signal.aborted; pauseMs = Math.min(pauseMs * 2, 5000)) {
      try {
        current = await startPostmaster(cluster, keys.port)
        watch()
        report('PostgreSQL is back')
        return
      } catch (error) {
        report(`PostgreSQL does not start: ${(error as Error).message}`)
        await wait(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
  }
  function watch(): void {
    current.once('exit', (code, signal) => {
      if (ending.signal.aborted) return
      report(`PostgreSQL ended (${signal ?? code}); starting it again`)
      restart = startAgain()
    })
  }
  watch()
  // The last line of defence when the app leaves without stop(): the server shuts down by itself, in good order.
  process.on('exit', onProcessExit)
  return async () => {
    ending.abort()
    await restart
    await stopPostmaster(current)
    process.off('exit', onProcessExit)
  }
}

/** Makes the database and the app's role where they are missing, and gives the role the password of our file. */
async function prepareDatabase(keys: ClusterKeys): Promise<void> {
  const client = new Client({ connectionString: urlOf(ownerRole, keys.ownerPassword, keys.port, 'postgres') })
  await client.connect()
  try {
    const { rows } = await client.query<{ database: boolean; role: boolean }>(
      `select exists (select from pg_database where datname = $1) as database,
        exists (select from pg_roles where rolname = $2) as role`,
      [databaseName, appRole],
    )
    if (!rows[0]?.role) await client.query(`create role ${appRole}`)
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
    await client.query(`alter role ${appRole} ${rights} password ${client.escapeLiteral(keys.appPassword)}`)
    if (!rows[0]?.database) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
}
