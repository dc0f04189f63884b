/** A house of a primary and a synchronous standby, each the PostgreSQL that comes with the app. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { type Account, ownerOf, unprivilegedAccount } from '../db/embedded/account.ts'
import { type Binaries, findBinaries } from '../db/embedded/binaries.ts'
import { freePort } from '../db/embedded/postmaster.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../migrate.ts'

/** One PostgreSQL of the pair. */
interface Host {
  ownerUrl: string
  appUrl: string
  owner: Pool
  /** As a power cut: nothing is said to any session. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

export interface Pair extends AsyncDisposable {
  primary: Host
  standby: Host
  promote: () => Promise<void>
  /** Whether each commit of the primary waits for the standby. */
  waitForStandby: (waits: boolean) => Promise<void>
}

/** Both run, and each commit of the primary waits for the standby. */
export async function startPair(): Promise<Pair> {
  const running = new AsyncDisposableStack()
  const [here, there] = [await folder(running), await folder(running)]
  const urls = await prepare(here)
  const account = unprivilegedAccount(ownerOf(join(here, 'postgres')))
  const binaries = await findBinaries(here, account)
  const primary = await hostOf({ dataDir: here, urls, account, binaries }, running)
  const { hostname, port, username, password } = new URL(primary.ownerUrl)
  // Without a checkpoint that waits: a copy of the folder, and what tells where it begins.
  const client = new Client(primary.ownerUrl)
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  execFileSync('cp', ['-a', join(here, 'postgres'), there])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  const copy = join(there, 'postgres')
  await rm(join(copy, 'postmaster.pid'))
  for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' })) {
    await writeFile(join(copy, name), text)
    if (account) await chown(join(copy, name), account.uid, account.gid)
  }
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const standby = await hostOf({ dataDir: there, urls, account, binaries }, running)
  async function waitForStandby(waits: boolean): Promise<void> {
    await primary.owner.query(`alter system set synchronous_standby_names = '${waits ? 'standby' : ''}'`)
    await primary.owner.query('select pg_reload_conf()')
    await until(async () => {
      const found = await primary.owner.query(`select from pg_stat_replication where sync_state = 'sync'`)
      return found.rowCount === (waits ? 1 : 0)
    })
  }
  await waitForStandby(true)
  return {
    primary,
    standby,
    waitForStandby,
    promote: async () => void (await standby.owner.query('select pg_promote()')),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function folder(running: AsyncDisposableStack): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'canvass-pair-'))
  running.defer(() => rm(made, { recursive: true, force: true }))
  execFileSync('chmod', ['711', made])
  return made
}

/** Makes the house, and leaves it without a server. */
async function prepare(dataDir: string): Promise<{ ownerUrl: string; appUrl: string }> {
  const embedded = await startEmbedded({ dataDir, fast: true })
  const { ownerUrl, appUrl } = embedded
  await migrate(ownerUrl)
  const client = new Client(ownerUrl)
  await client.connect()
  // A pool that ended may still have a connection, which is told of the stop.
  await until(
    async () =>
      (await client.query(`select from pg_stat_activity where backend_type = 'client backend'`)).rowCount === 1,
  )
  await client.end()
  await embedded.stop()
  return { ownerUrl, appUrl }
}

interface Place {
  dataDir: string
  urls: { ownerUrl: string; appUrl: string }
  account: Account | undefined
  binaries: Binaries
}

async function hostOf({ dataDir, urls, account, binaries }: Place, running: AsyncDisposableStack): Promise<Host> {
  const port = await freePort(0)
  const [ownerUrl = '', appUrl = ''] = [urls.ownerUrl, urls.appUrl].map((url) => {
    const here = new URL(url)
    here.port = String(port)
    return here.href
  })
  const data = join(dataDir, 'postgres')
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '32MB',
  }
  const log = openSync(join(dataDir, 'log'), 'a')
  running.defer(() => closeSync(log))
  const owner = new Pool({ connectionString: ownerUrl, max: 3, pipeline: true })
  owner.on('error', () => undefined)
  let child: ChildProcess

  async function start(): Promise<void> {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    child = spawn(join(binaries.folder, 'bin/postgres'), ['-D', data, ...options], {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: data,
      stdio: ['ignore', log, log],
    })
    await until(async () => {
      if (child.exitCode !== null) throw new Error(await readFile(join(dataDir, 'log'), 'utf8'))
      return owner.query('select').then(
        () => true,
        () => false,
      )
    })
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  running.defer(kill)
  running.defer(() => owner.end())
  return { ownerUrl, appUrl, owner, kill, start }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20)
}
