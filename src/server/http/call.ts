/** One call under way: its input, its transaction with audit rows and idempotency key, and its answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type AuditEntry, type AuditSource, fromSource, isChange, writeAudit, writeAudits } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction, withPatience } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Outcome } from '../handfuls.ts'
import type { Services } from '../services.ts'
import { type Actor, anonymous, type Context, type Cookies, type Route, type TakeAll } from './context.ts'
import { checkKey, hashRequest, type IdempotencyClaim, once, type Replayable } from './idempotency.ts'
import { originOf } from './origin.ts'
import { type Parsed, parseInput, refuseBrokenQuery } from './parse.ts'
import { leftOut, refuseLeftOut, type SentBack } from './sent-back.ts'
import { admit, admitAll } from './session.ts'
import type { Received } from './upload.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  /** As admitted when the headers came. */
  actor: Actor
  sentBack: SentBack | undefined
}

export class Call {
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

  constructor(
    { request, reply, actor, sentBack }: Exchange,
    endpoint: Endpoint,
    services: Services,
    received: Received,
  ) {
    refuseBrokenQuery(request.url)
    const { params, query } = request
    const { sent, ...input } = parseInput(endpoint, { params, query, body: received.body })
    this.input = input
    this.#endpoint = endpoint
    this.#sentBack = sentBack
    this.#sent = sent
    this.#services = services
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
      origin: () => originOf(request, services.settings),
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      cookies: cookiesOf(request, reply, services.settings),
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

  /** Whether its answer is stored for its Idempotency-Key. */
  get hasKey(): boolean {
    return this.#claim !== undefined
  }

  /** Calls of one endpoint, without keys, in one transaction. Throws when one of their callers is not admitted. */
  static async runTogether(
    calls: readonly Call[],
    services: Services,
    { endpoint, takeAll }: { endpoint: Endpoint; takeAll: TakeAll<Endpoint> },
  ): Promise<readonly Outcome<Replayable<unknown>>[]> {
    return inTransaction(services.database.db, async (db) => {
      const callers = calls.map((call) => call.#context.actor)
      const actors = await admitAll(db, services, endpoint, callers)
      const admitted = calls.map((call, at) => ({ call, actor: actors[at] ?? call.#context.actor }))
      for (const call of calls) call.#entries = []
      const outcomes = await takeAll(
        db,
        admitted.map(({ call, actor }) => ({ ...call.#context, db, actor })),
      )
      await writeAudits(
        db,
        admitted.flatMap(({ call, actor }) => fromSource(call.#entries, call.#sourceOf(actor))),
      )
      return outcomes.map((outcome) =>
        outcome === undefined || outcome instanceof AppError ? outcome : { answer: outcome, replayed: false },
      )
    })
  }

  #sourceOf({ id }: Actor): AuditSource {
    return { actorId: id, requestId: this.#context.requestId, address: this.#context.address }
  }

  /**
   * The transaction: the work, its audit rows and the stored answer for its key are there together or not at all. It begins
   * with the caller's admission, without which nothing is done or answered.
   */
  async #write<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T> {
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
      if (changes.length > 0) await writeAudit(db, changes, this.#sourceOf(actor))
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
export function takesKey({ method, path, secret }: Endpoint): boolean {
  return method === 'POST' && !path.startsWith('/auth/') && !secret
}

function idempotencyKey(request: FastifyRequest, endpoint: Endpoint): string | undefined {
  const key = request.headers['idempotency-key']
  return key === undefined || !takesKey(endpoint) ? undefined : checkKey(String(key))
}

/** None ever signs a caller in: that is the bearer token alone. */
/** Over TLS a browser takes a name with this prefix from this very host alone, and only for all of its paths. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, settings: Services['settings']): Cookies {
  const isSecure = () => originOf(request, settings).startsWith('https:')
  return {
    get(name) {
      const wanted = isSecure() ? `__Host-${name}` : name
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
      const value = pairs.find(([key]) => key === wanted)?.[1]
      return value && /^[\w-]{1,100}$/.test(value) ? value : undefined
    },
    set(name, value, { days, sameSite = 'Strict' }) {
      if (value === undefined) return
      const life = `Max-Age=${days * 86_400}; HttpOnly; SameSite=${sameSite}`
      const [kept, reach] = isSecure()
        ? [`__Host-${name}`, 'Path=/; Secure']
        : [name, `Path=${settings.basePath}/api/v1/auth`]
      void reply.header('set-cookie', `${kept}=${value}; ${reach}; ${life}`)
    },
  }
}
