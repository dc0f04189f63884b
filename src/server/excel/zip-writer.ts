/** Writes ZIP archives as their entries come: sizes and checksums follow each entry, so nothing is held back. */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface OutEntry {
  name: string
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

interface Written {
  name: Buffer
  offset: number
  crc: number
  packed: number
  unpacked: number
}

const version = 20
/** The sizes follow each entry, and names are in UTF-8. */
const flags = 8 | 0x800
const deflate = 8
/** The first day that an archive knows, 1980-01-01: when a file was made is no part of it. */
const noDate = 33
const largest = 0xffffffff

export async function* zipChunks(entries: AsyncIterable<OutEntry>): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let at = 0
  for await (const { name, chunks } of entries) {
    const entry: Written = { name: Buffer.from(name), offset: at, crc: 0, packed: 0, unpacked: 0 }
    const head = Buffer.concat([
      header(0x04034b50, [16, version], [16, flags], ...sizesOf(), ...namesOf(entry)),
      entry.name,
    ])
    yield head
    for await (const packed of deflated(chunks, entry)) {
      entry.packed += packed.length
      yield packed
    }
    const tail = header(0x08074b50, [32, entry.crc], [32, entry.packed], [32, entry.unpacked])
    yield tail
    at += head.length + entry.packed + tail.length
    if (at > largest || entry.unpacked > largest) throw new Error('The archive is larger than an archive can be')
    directory.push(entry)
  }
  const listed = Buffer.concat(directory.flatMap((entry) => [listing(entry), entry.name]))
  const count = directory.length
  const end = header(0x06054b50, [32, 0], [16, count], [16, count], [32, listed.length], [32, at], [16, 0])
  yield Buffer.concat([listed, end])
}

/** What the entry grows to and what it adds up to is noted on the way. */
function deflated(chunks: OutEntry['chunks'], entry: Written): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      entry.crc = crc32(chunk, entry.crc)
      entry.unpacked += chunk.length
      yield chunk
    }
  }
  // It packs in a thread of its own, while the next chunk is made. The reader gets its errors.
  return pipeline(Readable.from(counted()), createDeflateRaw({ chunkSize: 64 * 1024 }), () => undefined)
}

type Field = readonly [bits: 16 | 32, value: number]

function header(signature: number, ...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [bits]) => sum + bits / 8, 4))
  let at = bytes.writeUInt32LE(signature)
  for (const [bits, value] of fields) at = bits === 16 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at)
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

/** How long its name is, and that nothing more is said of it. */
function namesOf({ name }: Written): Field[] {
  return [
    [16, name.length],
    [16, 0],
  ]
}

function listing(entry: Written): Buffer {
  const versions: Field[] = [
    [16, version],
    [16, version],
  ]
  const place: Field[] = [
    [16, 0],
    [16, 0],
    [16, 0],
    [32, 0],
    [32, entry.offset],
  ]
  return header(0x02014b50, ...versions, [16, flags], ...sizesOf(entry), ...namesOf(entry), ...place)
}
