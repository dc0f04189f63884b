/**
 * Looks at a ZIP archive before anything is unpacked: how many entries, and to what size they say they grow. The reader
 * holds every entry to its word, so an archive that passes here cannot grow beyond the limit.
 */
import { inflateRawSync } from 'node:zlib'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const localBytes = 30
const endBytes = 22
const entryBytes = 46
const longestComment = 0xffff
const inZip64 = 0xffffffff
const encryptedFlag = 1
const sizesFollowFlag = 8

export interface ZipLimits {
  entries: number
  /** Of all entries together. */
  unpackedBytes: number
  /** How many times its packed size an entry may grow to, once it grows beyond `freeBytes`. */
  growth: number
  freeBytes: number
}

/** One entry: its name, and its bytes as they are packed. */
export interface ZipEntry {
  name: string
  packed: Buffer
  isDeflated: boolean
  unpackedBytes: number
}

/** The entries of an archive that keeps to the limits. */
export function inspectZip(bytes: Buffer, limits: ZipLimits): ZipEntry[] | 'NOT_A_ZIP' | 'BROKEN' | 'TOO_LARGE' {
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== localSignature) return 'NOT_A_ZIP'
  const end = findEnd(bytes)
  if (end === undefined) return 'BROKEN'
  const entries = bytes.readUInt16LE(end + 10)
  if (entries > limits.entries) return 'TOO_LARGE'
  // Elsewhere there may be another directory, which a reader would go by.
  if (bytes.readUInt32LE(end + 12) === inZip64) return 'BROKEN'
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  const found: ZipEntry[] = []
  for (let index = 0; index < entries; index++) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return 'BROKEN'
    const entry = sizesOf(bytes, at)
    if (!entry) return 'BROKEN'
    total += entry.unpacked
    if (entry.unpacked > Math.max(limits.freeBytes, limits.growth * entry.packed)) return 'TOO_LARGE'
    if (total > limits.unpackedBytes) return 'TOO_LARGE'
    const content = contentOf(bytes, at)
    if (!content) return 'BROKEN'
    found.push(content)
    at += entryBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return found
}

/** Its bytes; undefined when they are not what it says. */
export function unpack({ packed, isDeflated, unpackedBytes }: ZipEntry): Buffer | undefined {
  try {
    return isDeflated ? inflateRawSync(packed, { maxOutputLength: unpackedBytes }) : packed
  } catch {
    return undefined
  }
}

/** The entry that the directory names at `at`; undefined when it is not where that says. */
function contentOf(bytes: Buffer, at: number): ZipEntry | undefined {
  const start = bytes.readUInt32LE(at + 42)
  if (start + localBytes > bytes.length || bytes.readUInt32LE(start) !== localSignature) return undefined
  const from = start + localBytes + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  return {
    name: bytes.toString('utf8', at + entryBytes, at + entryBytes + bytes.readUInt16LE(at + 28)),
    packed: bytes.subarray(from, from + bytes.readUInt32LE(at + 20)),
    isDeflated: bytes.readUInt16LE(at + 10) !== 0,
    unpackedBytes: bytes.readUInt32LE(at + 24),
  }
}

function findEnd(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - endBytes - longestComment)
  for (let at = bytes.length - endBytes; at >= first; at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  return undefined
}

/** What the entry at `at` of the directory says of itself; undefined when it hides it, which no workbook needs. */
function sizesOf(bytes: Buffer, at: number): { packed: number; unpacked: number } | undefined {
  const flags = bytes.readUInt16LE(at + 8)
  const method = bytes.readUInt16LE(at + 10)
  const packed = bytes.readUInt32LE(at + 20)
  const unpacked = bytes.readUInt32LE(at + 24)
  if (flags & encryptedFlag || packed === inZip64 || unpacked === inZip64) return undefined
  // Nothing here, but something where the entry itself begins.
  if (flags & sizesFollowFlag && packed === 0) return undefined
  if (method === 0) return packed === unpacked ? { packed, unpacked } : undefined
  // Two bytes are what deflate makes of nothing.
  const says = unpacked > 0 ? packed > 0 : packed === 2
  return method === 8 && says ? { packed, unpacked } : undefined
}
