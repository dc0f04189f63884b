/** Bodies that come packed (`Content-Encoding: gzip`): a phone pays for each byte. What grows too large is refused on the way. */
import { Transform, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { AppError } from '../errors.ts'

export function takeGzip(server: FastifyInstance): void {
  server.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding === 'identity') return payload
    if (encoding !== 'gzip' || request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    return unpacked(request, payload)
  })
}

function unpacked(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const most = request.routeOptions.bodyLimit ?? 0
  let bytes = 0
  const guard = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(bytes > most ? new AppError('PAYLOAD_TOO_LARGE') : null, chunk)
    },
  })
  const gunzip = createGunzip()
  const stop = (error: Error) => guard.destroy(error)
  gunzip.on('error', () => stop(new AppError('BAD_JSON')))
  payload.on('error', stop)
  const whole: Readable & { receivedEncodedLength?: number } = payload.pipe(gunzip).pipe(guard)
  // The length that the header tells is of the packed body.
  const packed = Number(request.headers['content-length'] ?? 0)
  Object.defineProperty(whole, 'receivedEncodedLength', { get: () => packed })
  return whole
}
