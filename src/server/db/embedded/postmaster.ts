/** The running PostgreSQL server of one cluster: start, wait until it is ready, stop, and find one that was left behind. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, cannotRun } from './cluster.ts'

const logLimitBytes = 10 * 1024 * 1024
const stopPatienceMs = 30_000

/** The server ended before it was ready; `message` is its own last word on why. */
export class StartRefused extends Error {}

/** Starts the server and returns when it takes connections on 127.0.0.1:`port`. */
export async function startPostmaster(cluster: Cluster, port: number): Promise<ChildProcess> {
  const { folder, binaries, account, fast } = cluster
  const logPath = join(cluster.dataDir, 'postgres.log')
  const log = openLog(logPath)
  const logStart = statSync(logPath).size
  const settings = { ...commonSettings, port, ...(fast && fastSettings) }
  const child = spawn(
    join(binaries.folder, 'bin/postgres'),
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: folder,
      // In a group of its own: Ctrl-C in the terminal must reach the app alone, which stops the database last.
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    },
  )
  closeSync(log)
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(([error]) => Promise.reject(cannotRun(error as Error))),
  ])
  await untilReady(child, folder, () => lastWord(logPath, logStart))
  return child
}

const commonSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // No ERROR lines: they quote rows, which may hold personal data. The app logs what it did not expect.
  log_min_messages: 'log',
}
const fastSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', scram_iterations: '1' }

function openLog(path: string): number {
  try {
    if (statSync(path).size > logLimitBytes) renameSync(path, `${path}.1`)
  } catch {
    // The first start: there is no log yet.
  }
  return openSync(path, 'a', 0o600)
}

/** The status file speaks no language, unlike the log. Recovery after a crash may take its time: there is no time limit. */
async function untilReady(child: ChildProcess, folder: string, reason: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const status = readStatus(folder)
    if (status?.pid === child.pid && status?.ready) return
    await wait(10)
  }
  throw new StartRefused(reason())
}

function lastWord(logPath: string, from: number): string {
  const lines = readFileSync(logPath).subarray(from).toString().split('\n')
  return lines.find((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? lines.at(-2) ?? ''
}

function readStatus(folder: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Ends the server as `fast` shutdown: connections are cut, everything acknowledged is on disk. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  // Without it a process that waits for nothing else would leave before the server has.
  child.ref()
  child.kill('SIGINT')
  const impatient = setTimeout(() => child.kill('SIGQUIT'), stopPatienceMs)
  await exited
  clearTimeout(impatient)
}

/** Stops the server of an app that was killed. By now its status file may name a foreign process, which would bar the start. */
export async function stopLeftOver(folder: string): Promise<void> {
  const pid = readStatus(folder)?.pid
  if (!pid || !isRunning(pid)) return
  if (!isPostmasterOf(pid, folder)) return rmSync(join(folder, 'postmaster.pid'))
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isPostmasterOf(pid, folder); waited += 20) {
    if (waited === stopPatienceMs) process.kill(pid, 'SIGQUIT')
    await wait(20)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Goes by the command line that `startPostmaster` gives it. */
function isPostmasterOf(pid: number, folder: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(`bin/postgres -D ${folder} -c `)
  } catch {
    return false
  }
}

/** `wanted` when it is free on the loopback address, else any free port. */
export async function freePort(wanted: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : wanted
  } catch (error) {
    if (wanted === 0) throw error
    return await freePort(0)
  } finally {
    server.close()
  }
}
