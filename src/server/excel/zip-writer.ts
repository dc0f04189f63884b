/**
 * Writes ZIP archives as their entries come: sizes and checksums follow each entry, so nothing is held back. An archive of
 * attachments may have a million entries. The packages for this take quadratic time (yazl), gigabytes of memory (zip.js,
 * compress-commons) or know no ZIP64 (fflate).
 */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface OutEntry {
  name: string
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** The effort of packing, 0 to 9: 0 for packed content. */
  level?: number
}

interface Written {
  name: Buffer
  offset: number
  crc: number
  packed: number
  unpacked: number
}

const version = 20
/** Of archives beyond 4 GB or 65,535 entries. */
const versionOfLarge = 45
/** The sizes follow each entry, and names are UTF-8. */
const flags = 0x808
const deflate = 8
/** The first day that an archive knows, 1980-01-01: when a file was made is no part of it. */
const noDate = 33
const largest = 0xffffffff
const mostEntries = 0xffff

export async function* zipChunks(entries: AsyncIterable<OutEntry>): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let at = 0
  for await (const { name, chunks, level } of entries) {
    const entry: Written = { name: Buffer.from(name), offset: at, crc: 0, packed: 0, unpacked: 0 }
    const fixed = bytesOf('IHHHHHIIIHH', 0x04034b50, version, flags, deflate, 0, noDate, 0, 0, 0, entry.name.length, 0)
    const head = Buffer.concat([fixed, entry.name])
    yield head
    for await (const packed of deflated(chunks, entry, level)) {
      entry.packed += packed.length
      yield packed
    }
    const tail = bytesOf('IIII', 0x08074b50, entry.crc, entry.packed, entry.unpacked)
    yield tail
    at += head.length + entry.packed + tail.length
    if (entry.unpacked > largest) throw new Error('An entry is larger than an entry can be')
    directory.push(entry)
  }
  let listed = 0
  for (const entry of directory) {
    const line = listing(entry)
    listed += line.length
    yield line
  }
  yield directoryEnd({ count: directory.length, listed, at })
}

/** What the entry grows to and what it adds up to is noted on the way. */
function deflated(chunks: OutEntry['chunks'], entry: Written, level: number | undefined): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      entry.crc = crc32(chunk, entry.crc)
      entry.unpacked += chunk.length
      yield chunk
    }
  }
  const packing = createDeflateRaw({ chunkSize: 64 * 1024, ...(level === undefined ? {} : { level }) })
  // It packs in a thread of its own, while the next chunk is made. The reader gets its errors.
  return pipeline(Readable.from(counted()), packing, () => undefined)
}

function listing({ name, offset, crc, packed, unpacked }: Written): Buffer {
  const far = offset < largest ? Buffer.alloc(0) : bytesOf('HHQ', 1, 8, offset)
  const needed = offset < largest ? version : versionOfLarge
  const about = [needed, needed, flags, deflate, 0, noDate, crc, packed, unpacked, name.length, far.length]
  const place = [0, 0, 0, 0, Math.min(offset, largest)]
  return Buffer.concat([bytesOf('IHHHHHHIIIHHHHHII', 0x02014b50, ...about, ...place), name, far])
}

/** Where the directory is and how many entries it has: in words of 64 bits beside the usual ones where those are too short. */
function directoryEnd({ count, listed, at }: { count: number; listed: number; at: number }): Buffer {
  const size = Math.min(count, mostEntries)
  const usual = bytesOf('IHHHHIIH', 0x06054b50, 0, 0, size, size, listed, Math.min(at, largest), 0)
  if (count < mostEntries && at < largest) return usual
  const place = [count, count, listed, at]
  const large = bytesOf('IQHHIIQQQQ', 0x06064b50, 44, versionOfLarge, versionOfLarge, 0, 0, ...place)
  return Buffer.concat([large, bytesOf('IIQI', 0x07064b50, 0, at + listed, 1), usual])
}

/** The numbers one after the other: H of 16 bits, I of 32, Q of 64. */
function bytesOf(widths: string, ...values: number[]): Buffer {
  const bytes = Buffer.alloc(8 * widths.length)
  let at = 0
  for (const [index, value] of values.entries()) {
    if (widths[index] === 'Q') at = bytes.writeBigUInt64LE(BigInt(value), at)
    else at = widths[index] === 'H' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at)
  }
  return bytes.subarray(0, at)
}
