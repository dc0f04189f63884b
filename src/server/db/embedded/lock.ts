/** One app process per data folder: a lock file that names its holder and means nothing once that process is gone. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Takes the lock and returns how to let it go. Throws an Error with one line when a living process holds it. */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'app.lock')
  const draft = join(dataDir, `app.lock.${randomUUID()}`)
  writeFileSync(draft, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) }))
  try {
    // A link appears whole or not at all, so no process ever reads half a lock.
    while (!tryLink(draft, path)) clearStaleLock(path, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => rmSync(path, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function clearStaleLock(path: string, dataDir: string): void {
  const text = readIfThere(path)
  if (text === undefined) return
  refuseLiving(text, dataDir)
  // Of several processes that see the same stale lock only one can move it away; what was moved must still be that lock.
  const moved = `${path}.${randomUUID()}`
  try {
    renameSync(path, moved)
  } catch {
    return
  }
  const movedText = readFileSync(moved, 'utf8')
  if (movedText !== text) tryLink(moved, path)
  rmSync(moved)
  refuseLiving(movedText, dataDir)
}

/** Whether a living process works with the folder. */
export function isInUse(dataDir: string): boolean {
  return livingHolder(readIfThere(join(dataDir, 'app.lock')) ?? '') !== undefined
}

function livingHolder(text: string): { pid: number } | undefined {
  const holder = parseHolder(text)
  return holder && startedAt(holder.pid) === holder.startedAt ? holder : undefined
}

function refuseLiving(text: string, dataDir: string): void {
  const holder = livingHolder(text)
  if (!holder) return
  throw new Error(`Another Canvass process (pid ${holder.pid}) already uses the data folder ${dataDir}`)
}

function parseHolder(text: string): { pid: number; startedAt: string } | undefined {
  try {
    return JSON.parse(text) as { pid: number; startedAt: string }
  } catch {
    return undefined
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Tells a process from a later one with the same pid, as containers hand them out; undefined when none is running. */
function startedAt(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state === 'Z' ? undefined : rest[18]
    }
    if (process.platform !== 'win32')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    process.kill(pid, 0)
    return 'running'
  } catch {
    return undefined
  }
}
