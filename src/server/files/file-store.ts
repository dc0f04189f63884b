/** The bytes of stored files, in a directory of their own. A name is the hash of its content, so nothing is overwritten. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDataDir } from '../data-dir.ts'
import { AppError } from '../errors.ts'

/** Longer than any upload takes. */
const forgottenAfterMs = 3_600_000

export type FileStore = Awaited<ReturnType<typeof openFileStore>>

/** Opens the store below `dataDir`. */
export async function openFileStore(dataDir: string) {
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
  const adopt = async (path: string, sha256: Buffer) => {
    const target = place(sha256)
    if (await mkdir(dirname(target), { recursive: true, mode: 0o700 })) await flushFolder(kept)
    try {
      await rename(path, target)
    } catch (error) {
      // A transaction that is tried again has taken it in already.
      await stat(target).catch(() => Promise.reject(error as Error))
    }
    // A file whose name a power cut may take back is not stored.
    await flushFolder(dirname(target))
  }
  return {
    async put(sha256: Buffer, bytes: Uint8Array) {
      const part = join(spool, randomUUID())
      await writeFile(part, bytes, { mode: 0o600, flush: true })
      await adopt(part, sha256)
    },
    /** Takes in a file of the spool, which was flushed and whose content has that hash. */
    adopt,
    /** FILE_GONE when it is missing. */
    async read(sha256: Buffer): Promise<AsyncIterable<Uint8Array>> {
      const handle = await open(place(sha256)).catch(orMissing)
      if (!handle) throw new AppError('FILE_GONE')
      return handle.createReadStream()
    },
    /** In bytes; undefined when it is missing. */
    sizeOf: async (sha256: Buffer) => (await stat(place(sha256)).catch(orMissing))?.size,
    remove: (sha256: Buffer) => rm(place(sha256), { force: true }),
    /** The hashes of all files, a folder at a time. */
    async *stored(): AsyncIterable<Buffer[]> {
      for (const folder of await readdir(kept)) {
        const names = await readdir(join(kept, folder))
        yield names.map((name) => Buffer.from(name, 'hex'))
      }
    },
    /** The path of a file that the server is receiving or writing: a new one, or the one of this name. */
    spoolPath: (name: string = randomUUID()) => join(spool, name),
    /** The names of the files that the server is receiving or writing. */
    spooled: () => readdir(spool),
    /** Removes one of them. */
    discard,
    /** Removes what interrupted uploads left behind; other processes on the same folder may be receiving right now. */
    async discardForgotten() {
      for (const name of await readdir(spool)) {
        const { mtimeMs } = await stat(join(spool, name)).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > forgottenAfterMs) await discard(name)
      }
    },
  }
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Windows keeps names by itself, and opens no folder. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await open(path)
  await folder.sync()
}
