/**
 * From a declared endpoint to a served route: session → permission → parse → transaction → handler → reply.
 * The session and the right are checked before a byte of the body is read.
 */
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, FileReply } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { Handfuls } from '../handfuls.ts'
import type { Services } from '../services.ts'
import { Call } from './call.ts'
import { type Actor, type Again, anonymous, type Entering, type Route } from './context.ts'
import { envelope, envelopeSchema, statusOf } from './envelope.ts'
import { refusalOf } from './failure.ts'
import type { Replayable } from './idempotency.ts'
import { serializerSchema } from './json-schema.ts'
import { eventStream, type Followed } from './live.ts'
import { parseAddress } from './parse.ts'
import { noteRefusal } from './refusal-trail.ts'
import type { SentBack } from './sent-back.ts'
import { admissionRefusal, identify } from './session.ts'
import { discard, receive, type Received } from './upload.ts'

export const apiPrefix = '/api/v1'

const actors = new WeakMap<FastifyRequest, Actor>()

/** `sentBack`: how the record is read that callers of a PUT send back. */
export function serve(server: FastifyInstance, services: Services, route: Route, sentBack?: SentBack): void {
  const { endpoint, handle, turn, together, entrance, again } = route
  const handfuls =
    together &&
    new Handfuls<Call, Replayable<unknown>>(together.turns, {
      together: (calls) => Call.runTogether(calls, services, { endpoint, takeAll: together.takeAll }),
      alone: (call) => call.run(handle),
    })
  /** When it is the call's turn. */
  const inTurn = (call: Call): Promise<Replayable<unknown>> => {
    const run = () => call.run(handle)
    if (!handfuls) return turn ? turn(call.input, run) : run()
    const name = together.nameOf(call.input)
    return call.hasKey ? together.turns.pass(name, run) : handfuls.pass(name, call)
  }
  server.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request) => {
      const actor = await identify(services, endpoint, request)
      actors.set(request, actor)
      const refusal = admissionRefusal(endpoint, actor)
      if (refusal) throw await noted(refusal, request, endpoint, services)
    },
    handler: async (request, reply) => {
      const receive = async () => {
        const received = await receiveBody(request, endpoint, services)
        try {
          const call = new Call(
            { request, reply, actor: actors.get(request) ?? anonymous, sentBack },
            endpoint,
            services,
            received,
          )
          return { call, ...(await inTurn(call)) }
        } finally {
          if (received.file) await discard(received.file)
        }
      }
      try {
        const { call, answer, replayed } = await (entrance
          ? entrance(entering(request, endpoint, services), receive)
          : receive())
        // The head of a stream is no stream: its reader would never end it.
        if (again && request.method === 'GET' && request.headers.accept === eventStream) {
          const { id: personId, session } = actors.get(request) ?? anonymous
          return await sendEvents(
            reply,
            services.live.follow({ personId, session, first: answer, again: bound(again, services) }),
          )
        }
        if (replayed) void reply.header('idempotency-replayed', 'true')
        return await respond(reply, endpoint, call, answer)
      } catch (error) {
        throw await noted(error, request, endpoint, services)
      }
    },
  })
}

/** The error itself, once the trail knows of it. A trail that cannot be written does not turn a refusal into a fault. */
async function noted(
  error: unknown,
  request: FastifyRequest,
  endpoint: Endpoint,
  services: Services,
): Promise<unknown> {
  const refusal = refusalOf(error)
  if (!refusal) return error
  const { params, id: requestId, ip: address } = request
  const source = { actorId: (actors.get(request) ?? anonymous).id, requestId, address }
  try {
    await noteRefusal(services.database.db, endpoint, refusal, { source, params })
  } catch (trouble) {
    request.log.error({ err: trouble, requestId }, 'a refusal is missing on the trail')
  }
  return error
}

function entering(request: FastifyRequest, endpoint: Endpoint, services: Services): Entering {
  const { params, query, ip: address, headers } = request
  const bytes = Number(headers['content-length'] ?? Number.NaN)
  return {
    ...parseAddress(endpoint, { params, query }),
    actor: actors.get(request) ?? anonymous,
    address,
    bytes: Number.isNaN(bytes) ? undefined : bytes,
    services,
  }
}

async function receiveBody(request: FastifyRequest, endpoint: Endpoint, services: Services): Promise<Received> {
  const { upload } = endpoint
  if (upload && request.isMultipart()) return receive(request, upload, services.files)
  if (upload?.required) throw new AppError('FILE_MISSING')
  if (request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return { body: request.body, file: undefined }
}

function bound(again: Again, services: Services): Followed['again'] {
  return (actor) => again(services.database.db, actor, services)
}

/** Proxies pass each event on at once. The connection ends with the stream, so that a shutdown does not wait for it. */
function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  void reply.header('content-type', eventStream).header('cache-control', 'no-store')
  void reply.header('x-accel-buffering', 'no').header('connection', 'close')
  return reply.send(events)
}

async function respond(reply: FastifyReply, endpoint: Endpoint, call: Call, answer: unknown): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store').status(statusOf(endpoint, answer))
  const schema = envelopeSchema(endpoint)
  if (schema) {
    const { input, ignored, unchanged } = call
    const whole = envelope(endpoint, { query: input.query, ignored, unchanged }, answer)
    return reply.type('application/json; charset=utf-8').send(writerOf(schema, reply)(whole))
  }
  const { name, mime, disposition, bytes, length } = answer as FileReply
  void reply.header('content-type', mime)
  // Old programs read the plain name alone.
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_')
  const names = `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
  void reply.header('content-disposition', `${disposition}; ${names}`)
  if (length !== undefined) void reply.header('content-length', length)
  return reply.send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes))
}

type Writer = (answer: Record<string, unknown>) => string
const writers = new WeakMap<z.ZodMiniObject, Writer>()

/** Writes the declared fields of an answer. Made at the first one: to make all of them takes a second. */
function writerOf(schema: z.ZodMiniObject, reply: FastifyReply): Writer {
  const writer = writers.get(schema) ?? makeWriter(schema, reply)
  writers.set(schema, writer)
  return writer
}

/** The rows of a list go by two names (seed §3): they are written once. */
function makeWriter(schema: z.ZodMiniObject, reply: FastifyReply): Writer {
  const write = (part: z.core.$ZodType): Writer => reply.compileSerializationSchema(serializerSchema(part))
  const { data, list, ...others } = schema.shape
  if (!data || data !== list) return write(schema)
  const [head, rows] = [write(z.object(others)), write(data)]
  return (whole) => {
    const text = rows(whole['data'] as never)
    return `${head(whole).slice(0, -1)},"data":${text},"list":${text}}`
  }
}
