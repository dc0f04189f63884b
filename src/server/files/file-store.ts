/** The bytes of stored files, in a directory of their own. A name is the hash of its content, so nothing is overwritten. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDataDir } from '../data-dir.ts'

export interface FileStore {
  put(sha256: Buffer, bytes: Uint8Array): Promise<void>
  /** Takes in a file of the spool, whose content has that hash. */
  adopt(path: string, sha256: Buffer): Promise<void>
  read(sha256: Buffer): AsyncIterable<Uint8Array>
  remove(sha256: Buffer): Promise<void>
  /** A path for what is being received or written: a new one, or that of a name. */
  spoolPath(name?: string): string
  /** The names of what is being received or written. */
  spooled(): Promise<string[]>
  /** Removes one of them. */
  discard(name: string): Promise<void>
  /** Removes what interrupted uploads left behind; other processes on the same folder may be receiving right now. */
  discardForgotten(): Promise<void>
}

/** Longer than any upload takes. */
const forgottenAfterMs = 3_600_000

/** Opens the store below `dataDir`. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  const kept = join(dataDir, 'files')
  const spool = join(dataDir, 'spool')
  openDataDir(dataDir)
  await mkdir(spool, { recursive: true, mode: 0o700 })
  await mkdir(kept, { recursive: true, mode: 0o700 })
  const place = (sha256: Buffer) => {
    const name = sha256.toString('hex')
    return join(kept, name.slice(0, 2), name)
  }
  const discard = (name: string) => rm(join(spool, name), { force: true })
  return {
    async put(sha256, bytes) {
      const target = place(sha256)
      const part = join(spool, randomUUID())
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 })
      await writeFile(part, bytes, { mode: 0o600, flush: true })
      await rename(part, target)
    },
    async adopt(path, sha256) {
      const target = place(sha256)
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 })
      try {
        await rename(path, target)
      } catch (error) {
        // A transaction that is tried again has taken it in already.
        await stat(target).catch(() => Promise.reject(error as Error))
      }
    },
    read: (sha256) => createReadStream(place(sha256)),
    remove: (sha256) => rm(place(sha256), { force: true }),
    spoolPath: (name = randomUUID()) => join(spool, name),
    spooled: () => readdir(spool),
    discard,
    async discardForgotten() {
      for (const name of await readdir(spool)) {
        const { mtimeMs } = await stat(join(spool, name)).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > forgottenAfterMs) await discard(name)
      }
    },
  }
}
