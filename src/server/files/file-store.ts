/** The bytes of stored files, in a directory of their own. A name is the hash of its content, so nothing is overwritten. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface FileStore {
  put(sha256: Buffer, bytes: Uint8Array): Promise<void>
  read(sha256: Buffer): AsyncIterable<Uint8Array>
  /** A new path for an upload that is being received. */
  spoolPath(): string
}

/** Opens the store below `dataDir`; what an interrupted upload left behind is removed. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  const kept = join(dataDir, 'files')
  const spool = join(dataDir, 'spool')
  await rm(spool, { recursive: true, force: true })
  await mkdir(spool, { recursive: true, mode: 0o700 })
  await mkdir(kept, { recursive: true, mode: 0o700 })
  const place = (sha256: Buffer) => {
    const name = sha256.toString('hex')
    return join(kept, name.slice(0, 2), name)
  }
  return {
    async put(sha256, bytes) {
      const target = place(sha256)
      const part = join(spool, randomUUID())
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 })
      await writeFile(part, bytes, { mode: 0o600, flush: true })
      await rename(part, target)
    },
    read: (sha256) => createReadStream(place(sha256)),
    spoolPath: () => join(spool, randomUUID()),
  }
}
