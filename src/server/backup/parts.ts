/**
 * A backup on disk: a folder of parts, and a manifest that names each with its size and SHA-256. With a key all are sealed,
 * the manifest too, so that parts cannot be changed or exchanged. The manifest is read line by line: a house may have
 * millions of files.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline, Readable, type Transform } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Bytes, isSealed, openStream, sealStream } from './seal-stream.ts'

export interface Source {
  /** `files/ab/abc…`, also the place of the part in the folder. */
  name: string
  /** Whether it is written smaller. */
  packed: boolean
  bytes: Bytes
}

/** A part as it is stored. */
export interface Part extends Omit<Source, 'bytes'> {
  bytes: number
  sha256: string
}

export interface BackupHead {
  format: 1
  /** Of Canvass. */
  version: string
  at: string
  /** `cluster`: the files of the embedded PostgreSQL; `dump`: what pg_dump says. */
  database: 'cluster' | 'dump'
  /** Of PostgreSQL. */
  major: number
}

const manifestName = 'manifest'

/** Writes each source, then the manifest, flushed. Answers how much was written. */
export async function writeParts(folder: string, head: BackupHead, sources: AsyncIterable<Source>, key?: Buffer) {
  const written = { parts: 0, bytes: 0 }
  async function* lines(): AsyncGenerator<Uint8Array> {
    yield lineOf(head)
    for await (const { name, packed, bytes } of sources) {
      await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      const part = await store(join(folder, name), packed ? through(bytes, createGzip({ level: 1 })) : bytes, key)
      written.parts += 1
      written.bytes += part.bytes
      yield lineOf({ name, packed, ...part })
    }
    yield lineOf({ parts: written.parts })
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await store(join(folder, manifestName), lines(), key)
  return written
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

/** An error of either ends both. */
function through(bytes: Bytes, transform: Transform): Bytes {
  return pipeline(Readable.from(bytes, { objectMode: false }), transform, () => undefined)
}

async function store(path: string, bytes: Bytes, key: Buffer | undefined): Promise<Pick<Part, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let size = 0
  const counted = (async function* () {
    for await (const chunk of key ? sealStream(bytes, key) : bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  })()
  await piped(counted, createWriteStream(path, { mode: 0o600, flush: true }))
  return { bytes: size, sha256: hash.digest('hex') }
}

/** What the source of a part held. Throws where the part does not open. */
export function readPart(folder: string, { name, packed }: Pick<Part, 'name' | 'packed'>, key?: Buffer): Bytes {
  const stored = createReadStream(join(folder, name)) as Bytes
  const bytes = key ? openStream(stored, key) : stored
  return packed ? through(bytes, createGunzip()) : bytes
}

/** The parts of a manifest, after its head. Throws an Error with one line when it cannot be trusted. */
export async function readManifest(folder: string, key?: Buffer) {
  await refuseOtherKey(join(folder, manifestName), key)
  async function* lines(): AsyncGenerator {
    const input = Readable.from(readPart(folder, { name: manifestName, packed: false }, key))
    try {
      for await (const line of createInterface({ input })) yield JSON.parse(line)
    } catch (error) {
      const reason = key ? 'BACKUP_KEY is not its key, or it was changed or cut' : 'it was changed or cut'
      throw new Error(`The manifest of ${folder} cannot be read: ${reason}`, { cause: error })
    }
  }
  const { value } = await lines().next()
  const head = value as BackupHead | undefined
  if (head?.format !== 1) throw new Error(`The manifest of ${folder} is not of this version of Canvass`)
  async function* parts(): AsyncGenerator<Part> {
    let [found, told] = [0, -1]
    for await (const line of lines()) {
      const { name, parts: all } = line as Partial<Part> & { parts?: number }
      if (name !== undefined && !isPlace(name))
        throw new Error(`The manifest of ${folder} names ${name}, no place in it`)
      if (name !== undefined) yield line as Part
      if (name !== undefined) found += 1
      told = all ?? told
    }
    if (told !== found) throw new Error(`The manifest of ${folder} is cut`)
  }
  return { head, parts }
}

/** A place within the folder: the manifest of an unsealed backup may be anybody's. */
function isPlace(name: string): boolean {
  return name.split('/').every((step) => /^[\w.-]+$/.test(step) && !/^\.+$/.test(step))
}

async function refuseOtherKey(path: string, key: Buffer | undefined): Promise<void> {
  await using file = await open(path).catch(() => Promise.reject(new Error(`${path} is missing: this is no backup`)))
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  const sealed = isSealed(buffer.subarray(0, bytesRead))
  if (sealed && !key) throw new Error('The backup is sealed: BACKUP_KEY is missing')
  if (!sealed && key) throw new Error('The backup is not sealed, but BACKUP_KEY is set: unset it if that is right')
}

/** A line for each part that is missing, cut or changed. */
export async function wrongParts(folder: string, parts: AsyncIterable<Part>): Promise<string[]> {
  const wrong: string[] = []
  for await (const { name, bytes, sha256 } of parts) {
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const chunk of createReadStream(join(folder, name)) as Bytes) {
        hash.update(chunk)
        size += chunk.length
      }
      if (size !== bytes) wrong.push(`${name} has ${size} bytes instead of ${bytes}`)
      else if (hash.digest('hex') !== sha256) wrong.push(`${name} was changed: its SHA-256 is another`)
    } catch (error) {
      wrong.push(`${name} is missing (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return wrong
}
