/** Receives a multipart body: the file goes to disk as it comes, its hash is taken on the way, nothing is kept in memory. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '#contract/endpoint.ts'
import { problem } from '#domain/problems.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { SpooledFile } from './context.ts'

export interface Received {
  body: unknown
  file: SpooledFile | undefined
}

const maxJsonBytes = 1024 * 1024

/** Reads the parts the upload declares; anything else, or a part twice, is refused. */
export async function receive(request: FastifyRequest, upload: Upload, store: Services['files']): Promise<Received> {
  const received: Received = { body: undefined, file: undefined }
  // Either part may come as a file and as a field; each name comes once.
  const limits = { fileSize: upload.maxBytes, files: 2, fields: 2, fieldSize: maxJsonBytes, parts: 3, headerPairs: 50 }
  // As bytes, also when it calls itself text: the parser would turn broken letters into others.
  const isPartAFile = (name: string | undefined, type: string | undefined, fileName: string | undefined) =>
    name === upload.json || fileName !== undefined || type === 'application/octet-stream'
  const names = new Set<string>()
  try {
    for await (const part of request.parts({ limits, isPartAFile })) {
      if (names.has(part.fieldname))
        throw new AppError('VALIDATION_FAILED', { errors: [problem(part.fieldname, 'DUPLICATE')] })
      names.add(part.fieldname)
      if (part.type === 'file' && part.fieldname === upload.file)
        received.file = await spool({ name: part.filename, type: part.mimetype }, part.file, store)
      else if (part.type === 'field' && part.fieldname === upload.file && isNoFile(part.value)) continue
      else if (part.type === 'file' && part.fieldname === upload.json) received.body = jsonOf(await part.toBuffer())
      else throw new AppError('VALIDATION_FAILED', { errors: [problem(part.fieldname, 'UNKNOWN_KEY')] })
    }
    if (upload.required && !received.file)
      throw new AppError('FILE_MISSING', { errors: [problem(upload.file, 'REQUIRED')] })
    return received
  } catch (error) {
    if (received.file) await discard(received.file)
    // The server drops the remaining bytes: an unread request would never free its connection.
    request.raw.unpipe()
    request.raw.resume()
    // Complaints of the multipart parser carry no code; all other errors (limits, disk, refusals) do.
    throw error instanceof Error && !('code' in error) ? new AppError('BAD_MULTIPART') : error
  }
}

export function discard({ path }: SpooledFile): Promise<void> {
  return rm(path, { force: true })
}

/** Writes one part to disk, and takes its hash on the way. */
export async function spool(
  said: Pick<SpooledFile, 'name' | 'type'>,
  source: NodeJS.ReadableStream & { truncated?: boolean },
  store: Services['files'],
): Promise<SpooledFile> {
  const path = store.spoolPath()
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(source, measure, createWriteStream(path, { mode: 0o600, flush: true }))
    if (source.truncated) throw new AppError('PAYLOAD_TOO_LARGE')
    if (bytes === 0) throw new AppError('FILE_EMPTY')
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, ...said, bytes, sha256: hash.digest() }
}

/** The value that `FormData.append('logo', null)` and an empty field send, and the stored picture as it was read. */
function isNoFile(value: unknown): boolean {
  return value === '' || value === 'null' || value === 'undefined' || String(value).startsWith('data:image/')
}

function jsonOf(bytes: Buffer): unknown {
  if (bytes.length > maxJsonBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  if (!isUtf8(bytes)) throw new AppError('BAD_JSON')
  try {
    return JSON.parse(bytes.toString(), (key, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError(key)
      return value
    })
  } catch {
    throw new AppError('BAD_JSON')
  }
}
