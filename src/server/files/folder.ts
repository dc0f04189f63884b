/** Stored files in a folder of this machine. */
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Contents } from './contents.ts'

/** `kept`: the folder, made where it is missing; exports are beside it. */
export async function openFolder(kept: string): Promise<Contents> {
  await mkdir(kept, { recursive: true, mode: 0o700 })
  const place = (sha256: Buffer) => {
    const name = sha256.toString('hex')
    return join(kept, name.slice(0, 2), name)
  }
  return {
    // A rename takes no time.
    stage: async () => undefined,
    async adopt(path, sha256) {
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
    },
    async publish(name, path) {
      const target = join(dirname(kept), 'exports', name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await copyFile(path, `${target}.part`)
      await rename(`${target}.part`, target)
      await flushFolder(dirname(target))
    },
    read: async (sha256) => (await open(place(sha256)).catch(orMissing))?.createReadStream(),
    sizeOf: async (sha256) => (await stat(place(sha256)).catch(orMissing))?.size,
    remove: (sha256) => rm(place(sha256), { force: true }),
    async *stored() {
      for (const folder of await readdir(kept)) {
        const names = await readdir(join(kept, folder))
        yield names.map((name) => Buffer.from(name, 'hex'))
      }
    },
    isAway: () => false,
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
