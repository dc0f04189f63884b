/**
 * Streams sealed for disks that others may read: AES-256-GCM in chunks with a key of the stream's own, so that any length
 * opens piece by piece. The nonce counts the chunks and marks the last: none can be cut off, moved or left out.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const mark = Buffer.from('canvass sealed 1\n')
const [saltBytes, chunkBytes, tagBytes] = [32, 65_536, 16]
const cipher = 'aes-256-gcm'

export type Bytes = AsyncIterable<Uint8Array>

export async function* sealStream(bytes: Bytes, key: Buffer): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltBytes)
  yield Buffer.concat([mark, salt])
  for await (const { chunk, nonce } of chunks(bytes, chunkBytes)) {
    const sealing = createCipheriv(cipher, keyOf(key, salt), nonce)
    yield Buffer.concat([sealing.update(chunk), sealing.final(), sealing.getAuthTag()])
  }
}

/** Throws once a chunk is not as it was sealed with `key`; what came before is as it was. */
export async function* openStream(bytes: Bytes, key: Buffer): AsyncGenerator<Uint8Array> {
  const rest = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < mark.length + saltBytes) {
    const { done, value } = await rest.next()
    if (done) throw new Error('this is no sealed stream')
    head = Buffer.concat([head, value])
  }
  const begin = mark.length + saltBytes
  const own = keyOf(key, head.subarray(mark.length, begin))
  const sealed = (async function* () {
    yield head.subarray(begin)
    yield* { [Symbol.asyncIterator]: () => rest }
  })()
  for await (const { chunk, nonce } of chunks(sealed, chunkBytes + tagBytes)) {
    const opening = createDecipheriv(cipher, own, nonce, { authTagLength: tagBytes })
    opening.setAuthTag(chunk.subarray(-tagBytes))
    yield Buffer.concat([opening.update(chunk.subarray(0, -tagBytes)), opening.final()])
  }
}

export function isSealed(begin: Uint8Array): boolean {
  return mark.equals(begin.subarray(0, mark.length))
}

/** All of `size` but the last, which may be shorter or empty. */
async function* chunks(bytes: Bytes, size: number): AsyncGenerator<{ chunk: Buffer; nonce: Buffer }> {
  let held = Buffer.alloc(0)
  let count = 0
  const numbered = (chunk: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(count++, 5, 6)
    nonce[11] = Number(isLast)
    return { chunk, nonce }
  }
  for await (const more of bytes) {
    held = Buffer.concat([held, more])
    let at = 0
    for (; held.length - at > size; at += size) yield numbered(held.subarray(at, at + size), false)
    held = held.subarray(at)
  }
  yield numbered(held, true)
}

function keyOf(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'canvass backup', 32))
}
