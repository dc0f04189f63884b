/** The caller: the bearer token's session, read from the database at every request, never cached. */
import { type RawBuilder, sql } from 'kysely'
import { type Endpoint, permissionsOf } from '#contract/endpoint.ts'
import { runNamed } from '../db/named.ts'
import type { Db } from '../db/pool.ts'
import { stopOwnWrites, takeRightsTurn } from '../db/rights-locks.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { AppError } from '../errors.ts'
import { admitAppUser, findAppUser, isAppToken } from './app-token.ts'
import { type Actor, anonymous } from './context.ts'
import { findHolder, type HeldToken, holderOf, isTokenOf, noteUse, type TokenHolder } from './survey-token.ts'
import { hash } from 'node:crypto'

/** The token of `Authorization: Bearer …`: 43 base64url characters, the only form we ever give out. */
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer ([A-Za-z0-9_-]{43})$/i.exec(header ?? '')?.[1]
}

interface SessionRow {
  id: number
  username: string
  role: string
  /** Null where there is no such caller. */
  permissions: string[] | null
  mustChangePassword: boolean
  lacksFactor: boolean
  sinceAuthenticatedMs: number
  expiresAt: string
  stale: boolean
  /** Null where the endpoint takes no tokens. */
  holder: HeldToken | null
}

/**
 * The caller, when their session lives; else UNAUTHORIZED. `admissionRefusal` asks for their rights next. A program with a
 * token of a survey is one where the endpoint takes such tokens.
 */
export async function identify(
  services: Services,
  endpoint: Endpoint,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<Actor> {
  const { db } = services.database
  const token = bearerToken(headers.authorization)
  if (endpoint.access === 'public') return visitorOf(db, endpoint, token, ip)
  if (token === undefined) throw new AppError('UNAUTHORIZED')
  const session = hashToken(token)
  const found = sql`session_actor(${session}, ${services.settings.sessionIdleMinutes})`
  // Sessions and tokens look alike: one look-up asks for both.
  const row = await findCaller(db, found, endpoint.tokens && holderOf(endpoint.tokens, session))
  if (row?.holder) return programOf(await noteUse(db, row.holder), endpoint, session)
  const app = row?.permissions ? undefined : takingApps(endpoint, await findAppUser(db, session, ip))
  if (app) return app
  const { stale, ...actor } = actorOf(row, session)
  if (stale && !endpoint.byItself)
    await sql`update session set last_used_at = now() where token_hash = ${actor.session}`.execute(db)
  return actor
}

/**
 * Admits the caller again, first thing in the transaction of a write: the body, files and locks take their time. The rights
 * read here hold until the transaction ends (`db/rights-locks.ts`). Throws 55P03 while they are being taken.
 */
export async function admit(db: Db, services: Services, endpoint: Endpoint, actor: Actor): Promise<Actor> {
  const { id, session, program } = actor
  if (actor.isApp) return admitted(endpoint, takingApps(endpoint, await admitAppUser(db, actor)))
  if (program && endpoint.tokens) {
    const holder = await findHolder(db, endpoint.tokens, session)
    if (!holder) throw new AppError('UNAUTHORIZED')
    return programOf(holder, endpoint, session)
  }
  if (endpoint.access === 'public') return anonymous
  if (endpoint.changesRights === 'OF_STAFF') await takeRightsTurn(db)
  if (endpoint.changesRights === 'OF_CALLER') await stopOwnWrites(db, id)
  const { sessionIdleMinutes } = services.settings
  return admitted(
    endpoint,
    actorOf(await findCaller(db, sql`admit(${id}, ${session}, ${sessionIdleMinutes})`), session),
  )
}

/** The same for the callers of many calls: one statement for all who are signed in. Throws when one is not admitted. */
export async function admitAll(
  db: Db,
  services: Services,
  endpoint: Endpoint,
  callers: readonly Actor[],
): Promise<Actor[]> {
  const bySession = new Map(callers.map((caller) => [caller.session.toString('hex'), caller]))
  const signedIn = await admitPeople(db, services, endpoint.access === 'public' ? [] : [...bySession.values()])
  for (const [hash, caller] of bySession) {
    const row = signedIn.get(hash)
    const actor = row ? admitted(endpoint, actorOf(row, caller.session)) : await admit(db, services, endpoint, caller)
    bySession.set(hash, actor)
  }
  return callers.map((caller) => bySession.get(caller.session.toString('hex')) ?? caller)
}

/** Those with a session that lives, by its hash. */
async function admitPeople(
  db: Db,
  { settings }: Services,
  callers: readonly Actor[],
): Promise<Map<string, SessionRow>> {
  const people = callers.filter(({ id, isApp }) => id !== anonymous.id && !isApp)
  if (people.length === 0) return new Map()
  const [ids, sessions] = [people.map(({ id }) => id), people.map(({ session }) => session)]
  const rows = await runNamed(
    db,
    sql<SessionRow & { hash: string }>`select encode(given.session, 'hex') as hash, ${callerColumns}, null as holder
      from unnest(${ids}::bigint[], ${sessions}::bytea[]) given(person, session),
        admit(given.person, given.session, ${settings.sessionIdleMinutes})`,
  )
  return new Map(rows.map(({ hash, ...row }) => [hash, row]))
}

function admitted(endpoint: Endpoint, actor: Actor | undefined): Actor {
  if (!actor) throw new AppError('UNAUTHORIZED')
  const refusal = admissionRefusal(endpoint, actor)
  if (refusal) throw refusal
  return actor
}

/** Of a public call: who has a link or an app of their own, else anonymous. UNAUTHORIZED with one that has ended. */
async function visitorOf(db: Db, endpoint: Endpoint, token: string | undefined, ip: string): Promise<Actor> {
  if (token === undefined || !endpoint.tokens) return anonymous
  const session = hashToken(token)
  const holder = await findHolder(db, endpoint.tokens, session)
  if (holder) return programOf(holder, endpoint, session)
  const app = endpoint.takesApps ? await findAppUser(db, session, ip) : undefined
  if (app) return app
  const isEnded = (await isTokenOf(db, endpoint.tokens, session)) || (await isAppToken(db, session))
  if (isEnded) throw new AppError('UNAUTHORIZED')
  return anonymous
}

/** An app where the call takes apps; a program of the staff where it asks for a permission, and FORBIDDEN elsewhere. */
function takingApps({ access, takesApps }: Endpoint, app: Actor | undefined): Actor | undefined {
  if (takesApps) return app
  if (!app?.isProgram) return undefined
  if (permissionsOf(access).length === 0) throw new AppError('FORBIDDEN')
  return app
}

/** It may do what its token is for, in its one survey. */
function programOf(
  { id: tokenId, surveyId, name, participant }: TokenHolder,
  endpoint: Endpoint,
  session: Buffer,
): Actor {
  const permissions = new Set(permissionsOf(endpoint.access))
  return { ...anonymous, username: name, permissions, session, program: { surveyId, tokenId, participant } }
}

/** Why the caller may not make the call at all. */
export function admissionRefusal(
  { access, beforePasswordChange, beforeFactor }: Endpoint,
  actor: Actor,
): AppError | undefined {
  if (access === 'public') return undefined
  if (actor.mustChangePassword && !beforePasswordChange) return new AppError('PASSWORD_CHANGE_REQUIRED')
  if (actor.lacksFactor && !beforeFactor && !beforePasswordChange) return new AppError('SECOND_FACTOR_REQUIRED')
  const needs = permissionsOf(access)
  if (needs.length === 0 || needs.some((name) => actor.permissions.has(name))) return undefined
  return new AppError('FORBIDDEN', { data: { needs: access } })
}

/** Of a `session_caller`. */
const callerColumns = sql`id, username, role, to_json(permissions) as permissions, must_change_password as "mustChangePassword",
  lacks_factor as "lacksFactor",
  since_authenticated_ms as "sinceAuthenticatedMs", expires_at as "expiresAt", stale`

async function findCaller(
  db: Db,
  source: RawBuilder<unknown>,
  holder: RawBuilder<unknown> = sql`null::json`,
): Promise<SessionRow | undefined> {
  const [row] = await runNamed(
    db,
    sql<SessionRow>`select ${callerColumns}, holder from (select ${holder} as holder) asked left join ${source} on true`,
  )
  return row
}

/** `stale`: that the session is used has not been noted for a while. */
function actorOf(row: SessionRow | undefined, session: Buffer): Actor & { stale: boolean } {
  if (!row?.permissions) throw new AppError('UNAUTHORIZED')
  const { permissions, expiresAt, holder: _, ...known } = row
  return { ...known, permissions: new Set(permissions), session, sessionExpiresAt: expiresAt }
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
