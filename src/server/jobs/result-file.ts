/** The file that comes out of a job: written beside the stored ones, taken in with the job's end, or gone. */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Db } from '../db/pool.ts'
import type { FileStore } from '../files/file-store.ts'
import { keepFile } from '../files/store.ts'
import type { ResultAbout, ResultFile } from './kind.ts'
import type { HeldJob } from './run-store.ts'

/** The name of a result while it is written: by job and run. */
function partName({ id, run }: Pick<HeldJob, 'id' | 'run'>): string {
  return `job-${id}-${run}`
}

export const partPattern = /^job-(\d+)-(\d+)$/

interface Written extends ResultAbout {
  path: string
  sha256: Buffer
  bytes: number
}

export interface Result {
  file: ResultFile
  /** Closes it; what it holds is known then. */
  close(): Promise<Written>
  /** Removes its remaining parts; nothing once it was taken in. */
  discard(): Promise<void>
}

interface Beginning {
  job: HeldJob
  about: ResultAbout
  signal: AbortSignal
}

export async function beginResult(files: FileStore, { job, about, signal }: Beginning): Promise<Result> {
  const path = files.spoolPath(partName(job))
  const handle = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  let written = 0
  return {
    file: {
      async write(bytes) {
        signal.throwIfAborted()
        hash.update(bytes)
        written += bytes.length
        await handle.writeFile(bytes)
      },
    },
    async close() {
      await handle.sync()
      await handle.close()
      const sha256 = hash.digest()
      await files.stage(path, sha256)
      return { ...about, path, sha256, bytes: written }
    },
    async discard() {
      // Again does no harm.
      await handle.close()
      await rm(path, { force: true })
    },
  }
}

/** Takes the file in, for its owner alone and while they hold one of `needs`; returns its id. */
export async function keepResult(
  db: Db,
  files: FileStore,
  file: Written & { createdBy: number; needs: readonly string[] },
): Promise<number> {
  return keepFile(db, files, { ...file, openTo: 'OWNER' })
}
