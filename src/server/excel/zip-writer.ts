/** Writes ZIP archives as their entries come: sizes and checksums follow each entry, so nothing is held back. */
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
    const head = Buffer.concat([
      header(0x04034b50, [16, version], [16, flags], ...sizesOf(), ...namesOf(entry)),
      entry.name,
    ])
    yield head
    for await (const packed of deflated(chunks, { entry, level })) {
      entry.packed += packed.length
      yield packed
    }
    const tail = header(0x08074b50, [32, entry.crc], [32, entry.packed], [32, entry.unpacked])
    yield tail
    at += head.length + entry.packed + tail.length
    if (entry.unpacked > largest) throw new Error('An entry is larger than an entry can be')
    directory.push(entry)
  }
  let listed = 0
  for (const entry of directory) {
    const line = Buffer.concat([listing(entry), entry.name, largeOffset(entry)])
    listed += line.length
    yield line
  }
  yield directoryEnd({ count: directory.length, listed, at })
}

/** Where the directory is and how many entries it has: in words of 64 bits beside the usual ones where those are too short. */
function directoryEnd({ count, listed, at }: { count: number; listed: number; at: number }): Buffer {
  const isLarge = count >= mostEntries || at >= largest
  const size = Math.min(count, mostEntries)
  const usual = header(0x06054b50, [32, 0], [16, size], [16, size], [32, listed], [32, Math.min(at, largest)], [16, 0])
  if (!isLarge) return usual
  const versions: Field[] = [
    [16, versionOfLarge],
    [16, versionOfLarge],
  ]
  const large = header(0x06064b50, [64, 44], ...versions, [64, 0], [64, count], [64, count], [64, listed], [64, at])
  const locator = header(0x07064b50, [32, 0], [64, at + listed], [32, 1])
  return Buffer.concat([large, locator, usual])
}

function largeOffset({ offset }: Written): Buffer {
  if (offset < largest) return Buffer.alloc(0)
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16LE(1, 0)
  bytes.writeUInt16LE(8, 2)
  bytes.writeBigUInt64LE(BigInt(offset), 4)
  return bytes
}

/** What the entry grows to and what it adds up to is noted on the way. */
function deflated(
  chunks: OutEntry['chunks'],
  { entry, level }: { entry: Written; level: number | undefined },
): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      entry.crc = crc32(chunk, entry.crc)
      entry.unpacked += chunk.length
      yield chunk
    }
  }
  // It packs in a thread of its own, while the next chunk is made. The reader gets its errors.
  return pipeline(
    Readable.from(counted()),
    createDeflateRaw({ chunkSize: 64 * 1024, ...(level === undefined ? {} : { level }) }),
    () => undefined,
  )
}

type Field = readonly [bits: 16 | 32 | 64, value: number]

function header(signature: number, ...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [bits]) => sum + bits / 8, 4))
  let at = bytes.writeUInt32LE(signature)
  for (const [bits, value] of fields) {
    if (bits === 64) at = bytes.writeBigUInt64LE(BigInt(value), at)
    else at = bits === 16 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at)
  }
  return bytes
}

/** The compression and the sizes. A header has zeros, as the sizes follow the entry; the directory has the numbers. */
function sizesOf(
  { crc, packed, unpacked }: Pick<Written, 'crc' | 'packed' | 'unpacked'> = { crc: 0, packed: 0, unpacked: 0 },
): Field[] {
  return [
    [16, deflate],
    [16, 0],
    [16, noDate],
    [32, crc],
    [32, packed],
    [32, unpacked],
  ]
}

/** The length of the name, and no extra fields. */
function namesOf({ name }: Written): Field[] {
  return [
    [16, name.length],
    [16, 0],
  ]
}

function listing(entry: Written): Buffer {
  const isLarge = entry.offset >= largest
  const needed = isLarge ? versionOfLarge : version
  const versions: Field[] = [
    [16, needed],
    [16, needed],
  ]
  const place: Field[] = [
    [16, 0],
    [16, 0],
    [16, 0],
    [32, 0],
    [32, Math.min(entry.offset, largest)],
  ]
  return header(
    0x02014b50,
    ...versions,
    [16, flags],
    ...sizesOf(entry),
    [16, entry.name.length],
    [16, isLarge ? 12 : 0],
    ...place,
  )
}
