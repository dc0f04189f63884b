/**
 * From a declared endpoint to a served route: session → permission → parse → transaction → handler → reply.
 * The session and the right are checked before a byte of the body is read.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, FileReply, Schema } from '#contract/endpoint.ts'
import { type AuditEntry, isChange, writeAudit } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction, withPatience } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Actor, type Again, anonymous, type Context, type Cookies, type Entering, type Route } from './context.ts'
import { refusalOf } from './failure.ts'
import { envelope, envelopeSchema, statusOf } from './envelope.ts'
import { checkKey, hashRequest, type IdempotencyClaim, once, type Replayable } from './idempotency.ts'
import { serializerSchema } from './json-schema.ts'
import { parseAddress, type Parsed, parseInput, refuseBrokenQuery } from './parse.ts'
import { noteRefusal } from './refusal-trail.ts'
import { eventStream, type Followed } from './live.ts'
import { leftOut, refuseLeftOut, type SentBack } from './sent-back.ts'
import { admissionRefusal, admit, identify } from './session.ts'
import { discard, receive, type Received } from './upload.ts'

export const apiPrefix = '/api/v1'

const actors = new WeakMap<FastifyRequest, Actor>()

/** `sentBack`: how the record is read that callers of a PUT send back. */
export function serve(server: FastifyInstance, services: Services, route: Route, sentBack?: SentBack): void {
  const { endpoint, handle, turn, entrance, again } = route
  server.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request) => {
      const actor = await identify(services, endpoint, request.headers.authorization)
      actors.set(request, actor)
      const refusal = admissionRefusal(endpoint, actor)
      if (refusal) throw await noted(refusal, request, endpoint, services)
    },
    handler: async (request, reply) => {
      const receive = async () => {
        const received = await receiveBody(request, endpoint, services)
        try {
          const call = new Call({ request, reply, sentBack }, endpoint, services, received)
          const run = () => call.run(handle)
          return { call, ...(await (turn ? turn(call.input, run) : run())) }
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
const writers = new WeakMap<Schema, Writer>()

/** Writes the declared fields of an answer. Made at the first one: to make all of them takes a second. */
function writerOf(schema: Schema, reply: FastifyReply): Writer {
  const known = writers.get(schema)
  if (known) return known
  const writer: Writer = reply.compileSerializationSchema(serializerSchema(schema))
  writers.set(schema, writer)
  return writer
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  sentBack: SentBack | undefined
}

/** One call under way. */
class Call {
  readonly input: Omit<Parsed, 'sent'>
  /** The fields that were left out though they say something else than the record. */
  ignored: readonly string[] = []
  /** Whether the record was saved as it is. */
  unchanged = false
  readonly #context: Context<Endpoint>
  readonly #endpoint: Endpoint
  readonly #sentBack: SentBack | undefined
  readonly #sent: Parsed['sent']
  readonly #services: Services
  readonly #claim: IdempotencyClaim | undefined
  #entries: AuditEntry[] = []
  #replayed = false

  constructor({ request, reply, sentBack }: Exchange, endpoint: Endpoint, services: Services, received: Received) {
    refuseBrokenQuery(request.url)
    const { params, query } = request
    const { sent, ...input } = parseInput(endpoint, { params, query, body: received.body })
    this.input = input
    this.#endpoint = endpoint
    this.#sentBack = sentBack
    this.#sent = sent
    this.#services = services
    const actor = actors.get(request) ?? anonymous
    const key = idempotencyKey(request, endpoint)
    // Callers without an account share no keys: their forms have names of their own.
    if (key !== undefined && actor.id !== anonymous.id) {
      const requestHash = hashRequest([endpoint.method, endpoint.path, input, received.file?.sha256 ?? null])
      this.#claim = { actorId: actor.id, key, requestHash }
    }
    this.#context = {
      ...(input as Pick<Context<Endpoint>, 'params' | 'query' | 'body'>),
      file: received.file,
      actor,
      db: services.database.db,
      audit: (entry) => void this.#entries.push(entry),
      write: (work) => this.#write(work),
      requestId: request.id,
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      cookies: cookiesOf(request, reply, services.settings.basePath),
      services,
    }
  }

  async run(handle: Route['handle']): Promise<Replayable<unknown>> {
    const answer =
      this.#endpoint.transaction === 'write'
        ? await this.#write((db, actor) => handle({ ...this.#context, db, actor }))
        : await handle(this.#context)
    return { answer, replayed: this.#replayed }
  }

  /**
   * The transaction: the work, its audit rows and the stored answer for its key are there together or not at all. It begins
   * with the caller's admission, without which nothing is done or answered.
   */
  async #write<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T> {
    const { requestId, address } = this.#context
    const { db: pool } = this.#services.database
    const admitted = (db: Db) => admit(db, this.#services, this.#endpoint, this.#context.actor)
    const audited = async (db: Db, actor: Actor) => {
      this.#entries = []
      if (this.#sentBack) this.ignored = await leftOut(this.#sentBack, { ...this.#context, db, actor }, this.#sent)
      const answer = await work(db, actor)
      if (this.#entries.length === 0 && !this.#endpoint.ofCallerAlone)
        throw new Error(`${this.#endpoint.path} wrote without an audit entry`)
      const changes = this.#endpoint.method === 'PUT' ? this.#entries.filter(isChange) : this.#entries
      this.unchanged = this.#entries.length > 0 && changes.length === 0
      if (this.#sentBack && this.unchanged) refuseLeftOut(this.#sentBack, this.ignored)
      if (changes.length > 0) await writeAudit(db, changes, { actorId: actor.id, requestId, address })
      return answer
    }
    const claim = this.#claim
    if (!claim) return withPatience(() => inTransaction(pool, async (db) => audited(db, await admitted(db))))
    const { answer, replayed } = await withPatience(() =>
      inTransaction(pool, async (db) => {
        const actor = await admitted(db)
        return once(db, claim, this.#endpoint.status, () => audited(db, actor))
      }),
    )
    this.#replayed = replayed
    return answer
  }
}

/** The key counts on every POST except sign-in calls and calls that answer a secret (product.md §1). */
function idempotencyKey(request: FastifyRequest, { method, path, secret }: Endpoint): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || method !== 'POST' || path.startsWith('/auth/') || secret) return undefined
  return checkKey(String(key))
}

/** None ever signs a caller in: that is the bearer token alone. */
function cookiesOf({ headers, protocol }: FastifyRequest, reply: FastifyReply, basePath: string): Cookies {
  return {
    get(name) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
      const value = pairs.find(([key]) => key === name)?.[1]
      return value && /^[\w-]{1,100}$/.test(value) ? value : undefined
    },
    set(name, value, days) {
      if (value === undefined) return
      const secure = protocol === 'https' ? '; Secure' : ''
      const kept = `${name}=${value}; Path=${basePath}/api/v1/auth; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict`
      void reply.header('set-cookie', kept + secure)
    },
  }
}
