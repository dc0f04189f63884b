/** The arguments of a handler and the shape of a route. */
import type * as z from 'zod/mini'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import type { AuditEntry } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { decided, type Outcome } from '../handfuls.ts'
import type { Services } from '../services.ts'
import type { Turnstiles } from '../turnstile.ts'
import type { Parsed } from './parse.ts'
import type { TokenHolder } from './survey-token.ts'

/** The caller. Anonymous callers of public endpoints have id 0 and hold no permission. */
export interface Actor {
  id: number
  username: string
  /** Its code; empty while their first role waits for its confirmation. */
  role: string
  permissions: ReadonlySet<string>
  /** Another person gave them their password, and they may only choose their own. */
  mustChangePassword: boolean
  /** Their role asks for a second factor, and they have none. */
  lacksFactor: boolean
  /** How long ago they gave their password in this session, by the clock of the database. */
  sinceAuthenticatedMs: number
  /** SHA-256 of the session's token: names the session, opens nothing. */
  session: Buffer
  sessionExpiresAt: string
  /** Set for a person's app, with their rights as far as calls take apps, and for a program, with those of its token. */
  isApp?: true
  /** Set for a program of the staff. */
  isProgram?: true
  /** Set for a program of the staff whose token names its surveys: it sees no other one. */
  surveyIds?: readonly number[]
  /** Set for a program with a token: the one survey that it works on. */
  program?: { surveyId: number; tokenId: number; participant: TokenHolder['participant'] }
}

export const anonymous: Actor = {
  id: 0,
  username: '',
  role: '',
  permissions: new Set(),
  mustChangePassword: false,
  lacksFactor: false,
  sinceAuthenticatedMs: Number.POSITIVE_INFINITY,
  session: Buffer.alloc(0),
  sessionExpiresAt: new Date(0).toISOString(),
}

/** An uploaded file, spooled to disk; it is removed when the call ends. */
export interface SpooledFile {
  path: string
  name: string
  /** The type that the sender says, which may be wrong. */
  type: string
  bytes: number
  sha256: Buffer
}

export interface Context<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  file: SpooledFile | undefined
  /** As read in the call's transaction for `write` endpoints, when the headers came for all others. */
  actor: Actor
  /** The call's transaction for `write` endpoints, the pool for all others. */
  db: Db
  /** Notes what the call does; written in the same transaction. Every write must note something. */
  audit: (entry: AuditEntry) => void
  /**
   * Opens the transaction of a `none` endpoint, with its idempotency key and audit rows. The work gets the caller as they
   * are now; what it decides by their rights it decides by these.
   */
  write: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>
  requestId: string
  /** Where this house is, as `originOf` says. */
  origin: () => string
  address: string
  userAgent: string
  cookies: Cookies
  services: Services
}

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Answer<E>>

export interface Route {
  endpoint: Endpoint
  handle: Handler<Endpoint>
  /** What its calls wait for before they take a connection. */
  turn?: Turn
  /** How several of its calls are done at once. */
  together?: Together
  /** What its calls pass before the file is received. */
  entrance?: Entrance
  /** The answer again, for callers who ask for events: it is sent whenever it differs. */
  again?: Again
}

export type Again = (db: Db, actor: Pick<Actor, 'id' | 'permissions'>, services: Services) => Promise<unknown>

/** Does the work when it is the call's turn: it would hold a connection only to wait for a lock of another one. */
export type Turn = <T>(call: Pick<Parsed, 'params' | 'body'>, work: () => Promise<T>) => Promise<T>

export interface Entering extends Pick<Parsed, 'params' | 'query'> {
  actor: Actor
  address: string
  /** Of the whole body, as its sender says; undefined where it does not. */
  bytes: number | undefined
  services: Services
}

/** Throws, or receives and does the rest. */
export type Entrance = <T>(call: Entering, receive: () => Promise<T>) => Promise<T>

/** What many calls of one endpoint come to, in one transaction; what a call has to be done alone for is undefined. */
export type TakeAll<E extends Endpoint> = (
  db: Db,
  calls: readonly Context<E>[],
) => Promise<readonly Outcome<Answer<E>>[]>

/** Calls of one name wait for each other, and those that wait are taken together. */
export interface Together {
  turns: Turnstiles
  nameOf: (call: Pick<Parsed, 'params' | 'body'>) => string
  takeAll: TakeAll<Endpoint>
}

/** Binds a handler of many calls to their endpoint. */
export function onTogether<E extends Endpoint>(
  endpoint: E,
  { turns, nameOf, takeAll }: Omit<Together, 'takeAll'> & { takeAll: TakeAll<E> },
): Route {
  const handle: Handler<E> = (context) => decided(() => takeAll(context.db, [context]))
  return { endpoint, handle, together: { turns, nameOf, takeAll } }
}

/** Binds a handler to its endpoint. The types are exact here and forgotten behind it: dispatch serves all alike. */
export function on<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return { endpoint, handle }
}

export function inTurn<R extends Route>(turn: Turn, route: R): R {
  return { ...route, turn }
}

export function atEntrance<R extends Route>(entrance: Entrance, route: R): R {
  return { ...route, entrance }
}

export interface Cookies {
  get(name: string): string | undefined
  /**
   * For scripts unreadable, and sent to our own calls alone; `Lax`: also when another site leads to one. Nothing is set
   * without a value.
   */
  set(name: string, value: string | undefined, keep: { days: number; sameSite?: 'Lax' }): void
}
