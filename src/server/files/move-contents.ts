/** Copies contents from one place to the other; again goes on where it broke off. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Contents } from './contents.ts'
import type { FileStore } from './file-store.ts'

interface Moving {
  from: Contents
  to: Contents
  /** Where a content is on its way. */
  spool: Pick<FileStore, 'spoolPath' | 'discard'>
}

/** `wrong`: the names of contents that are others by now; they are not copied. */
export async function moveContents({
  from,
  to,
  spool,
}: Moving): Promise<{ moved: number; before: number; wrong: string[] }> {
  const sum = { moved: 0, before: 0, wrong: [] as string[] }
  for await (const hashes of from.stored()) {
    for (const sha256 of hashes) {
      const [here, there] = [await from.sizeOf(sha256), await to.sizeOf(sha256)]
      if (here === undefined || here === there) sum.before += 1
      else if (await moveOne({ from, to, spool }, sha256)) sum.moved += 1
      else sum.wrong.push(sha256.toString('hex'))
    }
  }
  return sum
}

async function moveOne({ from, to, spool }: Moving, sha256: Buffer): Promise<boolean> {
  const name = `move-${sha256.toString('hex')}`
  const hash = createHash('sha256')
  const bytes = await from.read(sha256)
  if (!bytes) return false
  try {
    const path = spool.spoolPath(name)
    await pipeline(bytes, measured(hash), createWriteStream(path, { mode: 0o600, flush: true }))
    if (!sha256.equals(hash.digest())) return false
    await to.adopt(path, sha256)
    return true
  } finally {
    await spool.discard(name)
  }
}

function measured(hash: ReturnType<typeof createHash>) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}
