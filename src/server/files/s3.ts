/** Stored files in a bucket of any store that speaks S3, by signed calls (Signature Version 4). */
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AppError } from '../errors.ts'
import type { BucketSettings } from '../settings.ts'
import { traceparent } from '../trace.ts'
import type { Contents } from './contents.ts'

/** What a call holds in memory at most. */
const partBytes = 8 * 1024 * 1024
const callMs = 10_000
/** A part over a poor line. */
const partMs = 60_000
const pausesMs = [200, 800]
/** While the store is away, calls are refused at once and it is asked this often. */
const askAgainMs = 2000

interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty: the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer<ArrayBuffer>
}

interface S3Answer {
  status: number
  headers: Headers
  body: Buffer
}

/** Throws an Error with one clear line when the bucket refuses us. One that is away is only told of. */
export async function openBucket(settings: BucketSettings, tell: (line: string) => void): Promise<Contents> {
  const ask = openCalls(settings, tell)
  const first = await ask.once({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } }).catch(() => undefined)
  if (first && first.status !== 200 && !isPassing(first.status))
    throw new Error(`S3_BUCKET ${settings.bucket} at ${settings.endpoint} answers ${reasonIn(first)}`)

  async function upload(path: string, key: string): Promise<void> {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > partBytes) await inParts(file, key, size)
    else await ask({ method: 'PUT', key, body: await slice(file, 0, size) })
  }

  /** The parts of an upload that breaks are taken back: they would cost room for ever. */
  async function inParts(file: FileHandle, key: string, size: number): Promise<void> {
    const begun = await ask({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = textIn(begun, 'UploadId') ?? ''
    try {
      const parts: string[] = []
      for (let at = 0; at < size; at += partBytes) {
        const partNumber = String(parts.length + 1)
        const body = await slice(file, at, Math.min(partBytes, size - at))
        const { headers } = await ask({ method: 'PUT', key, query: { partNumber, uploadId }, body })
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.get('etag') ?? ''}</ETag></Part>`)
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const ended = await ask({ method: 'POST', key, query: { uploadId }, body })
      // By the protocol an error may come after the 200.
      if (textIn(ended, 'Code') !== undefined) throw ask.away(reasonIn(ended))
    } catch (error) {
      await ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  async function sizeOf(sha256: Buffer): Promise<number | undefined> {
    const { status, headers } = await ask({ method: 'HEAD', key: sha256.toString('hex') }, [404])
    return status === 404 ? undefined : Number(headers.get('content-length'))
  }

  async function stage(path: string, sha256: Buffer): Promise<void> {
    // An upload is whole or not there, and its name is its content.
    if ((await sizeOf(sha256)) === undefined) await upload(path, sha256.toString('hex'))
  }

  return {
    stage,
    async adopt(path, sha256) {
      await stage(path, sha256)
      await rm(path, { force: true })
    },
    publish: (name, path) => upload(path, `exports/${name.split('/').map(encodeURIComponent).join('/')}`),
    async read(sha256) {
      const key = sha256.toString('hex')
      const part = (from: number) => {
        const headers = { range: `bytes=${from}-${from + partBytes - 1}` }
        return ask({ method: 'GET', key, headers }, [404])
      }
      const begin = await part(0)
      if (begin.status === 404) return undefined
      const whole = Number(begin.headers.get('content-range')?.split('/')[1] ?? begin.body.length)
      return chunks(begin.body, whole, async (from) => (await part(from)).body)
    },
    sizeOf,
    async remove(sha256) {
      await ask({ method: 'DELETE', key: sha256.toString('hex') }, [404])
    },
    async *stored() {
      let last = ''
      for (;;) {
        const page = await ask({ method: 'GET', query: { 'list-type': '2', ...(last && { 'start-after': last }) } })
        const keys = [...page.body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
        if (keys.length === 0) return
        yield keys.filter((key) => /^[0-9a-f]{64}$/.test(key)).map((key) => Buffer.from(key, 'hex'))
        last = keys.at(-1) ?? ''
      }
    },
    isAway: ask.isAway,
  }
}

async function* chunks(first: Buffer, whole: number, from: (at: number) => Promise<Buffer>): AsyncIterable<Buffer> {
  yield first
  for (let at = first.length; at < whole;) {
    const next = await from(at)
    if (next.length === 0) throw new AppError('FILE_GONE')
    yield next
    at += next.length
  }
}

async function slice(file: FileHandle, from: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  if (bytesRead !== length) throw new Error('A file in the spool was cut short')
  return buffer
}

/** Calls that are tried again, each bounded in time. What is no 2xx and not `allowed` is UNAVAILABLE. */
function openCalls({ endpoint, region, bucket, key, secret }: BucketSettings, tell: (line: string) => void) {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: 0 })
  let awayUntil = 0

  function away(reason: string): AppError {
    if (awayUntil === 0) tell(`Files at ${endpoint} cannot be reached: ${reason}`)
    awayUntil = performance.now() + askAgainMs
    return new AppError('UNAVAILABLE', { retryAfterSeconds: 5 })
  }

  async function once({ method, key: name = '', query = {}, headers = {}, body }: S3Call): Promise<S3Answer> {
    const address = `${endpoint}/${bucket}${name && `/${name}`}?${new URLSearchParams(query)}`
    const sums = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const signed = await client.sign(address, { method, headers: { ...headers, ...sums }, ...(body && { body }) })
    // Not signed: proxies on the way may write their own.
    signed.headers.set('traceparent', traceparent())
    const ms = method === 'PUT' || headers['range'] ? partMs : callMs
    const response = await fetch(signed, { signal: AbortSignal.timeout(ms), redirect: 'manual' })
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
  }

  async function ask(call: S3Call, allowed: readonly number[] = []): Promise<S3Answer> {
    if (performance.now() < awayUntil) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 })
    for (let tries = 0; ; tries += 1) {
      const answer = await once(call).catch((error: unknown) => causeOf(error))
      const isGood = typeof answer !== 'string' && (answer.status < 300 || allowed.includes(answer.status))
      if (isGood) {
        if (awayUntil > 0) tell(`Files at ${endpoint} are there again`)
        awayUntil = 0
        return answer
      }
      const pause = awayUntil > 0 || !isPassing(answer) ? undefined : pausesMs[tries]
      if (pause === undefined) throw away(typeof answer === 'string' ? answer : reasonIn(answer))
      await wait(pause)
    }
  }
  return Object.assign(ask, { once, away, isAway: () => awayUntil > 0 })
}

/** Whether the same call may get another answer soon. */
function isPassing(answer: S3Answer | string | number): boolean {
  const status = typeof answer === 'object' ? answer.status : answer
  return typeof status === 'string' || status >= 500 || status === 429 || status === 408
}

function causeOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? `${name} ${message}`
}

function textIn({ body }: S3Answer, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(body.toString())?.[1]
}

function reasonIn(answer: S3Answer): string {
  return `${answer.status} ${textIn(answer, 'Code') ?? ''}`.trim()
}
