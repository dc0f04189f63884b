/** The bytes of stored files, in a folder or on S3. A name is the hash of its content, so nothing is overwritten. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDataDir } from '../data-dir.ts'
import { AppError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { openFolder } from './folder.ts'
import { openBucket } from './s3.ts'

/** Longer than any upload takes. */
const forgottenAfterMs = 3_600_000

export type FileStore = Awaited<ReturnType<typeof openFileStore>>

/** Opens the store on S3 where `s3` is set, else below `dataDir`, where files are also received. `tell`: what an operator should know of S3. */
export async function openFileStore(
  { dataDir, s3 }: Pick<Settings, 'dataDir'> & Partial<Pick<Settings, 's3'>>,
  tell: (line: string) => void = (line) => console.error(line),
) {
  const spool = join(dataDir, 'spool')
  openDataDir(dataDir)
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const contents = s3 ? await openBucket(s3, tell) : await openFolder(join(dataDir, 'files'))
  const discard = (name: string) => rm(join(spool, name), { force: true })
  return {
    ...contents,
    async put(sha256: Buffer, bytes: Uint8Array) {
      const part = join(spool, randomUUID())
      await writeFile(part, bytes, { mode: 0o600, flush: true })
      await contents.adopt(part, sha256)
    },
    /** FILE_GONE when it is missing. */
    async read(sha256: Buffer): Promise<AsyncIterable<Uint8Array>> {
      const bytes = await contents.read(sha256)
      if (!bytes) throw new AppError('FILE_GONE')
      return bytes
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
