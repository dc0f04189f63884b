/** Sessions: opened by a sign-in, ended by their owner, by administrators, or with the right to have one. */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Session } from '#contract/auth.ts'
import type { Db } from '../../db/pool.ts'
import { type Page, type Place, readPage } from '../../db/page.ts'
import { hashToken } from '../../http/session.ts'

interface Origin {
  address: string
  userAgent: string
  /** Of sign-on, by its name. */
  provider: string | undefined
  /** Now, where it is not said. */
  provenAt: string | undefined
}

/** Opens a session and returns its token of 256 random bits. The database keeps only the hash. */
export async function openSession(
  db: Db,
  personId: number,
  hours: number,
  { address, userAgent, provider, provenAt }: Origin,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into session (token_hash, person_id, expires_at, address, user_agent, provider, authenticated_at)
    values (${hashToken(token)}, ${personId}, now() + make_interval(hours => ${hours}), ${address}, ${userAgent},
      ${provider ?? null}, coalesce(${provenAt ?? null}, now()))`.execute(db)
  await sql`update person set last_login_at = now() where id = ${personId}`.execute(db)
  await sql`delete from session where person_id = ${personId} and expires_at < now()`.execute(db)
  return token
}

/** When the session ends at the latest; undefined when it has ended. */
export async function endOfSession(db: Db, session: Buffer, idleMinutes: number): Promise<string | undefined> {
  const { rows } = await sql<{ expiresAt: string }>`
    select expires_at as "expiresAt" from session_actor(${session}, ${idleMinutes})`.execute(db)
  return rows[0]?.expiresAt
}

/** Returns the provider of sign-on that it came by, if it did. */
export async function closeSession(db: Db, session: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ provider: string | null }>`
    delete from session where token_hash = ${session} returning provider`.execute(db)
  return rows[0]?.provider ?? undefined
}

/** The password was given again: the session starts again. Returns when it ends. */
export async function renewSession(db: Db, session: Buffer, hours: number): Promise<string> {
  const { rows } = await sql<{ expiresAt: string }>`
    update session set authenticated_at = now(), last_used_at = now(), expires_at = now() + make_interval(hours => ${hours})
    where token_hash = ${session} returning expires_at as "expiresAt"`.execute(db)
  return rows[0]?.expiresAt ?? new Date(0).toISOString()
}

/** Those that still live; `asking` is marked as the current one. */
export function listSessions(
  db: Db,
  personId: number,
  { asking, idleMinutes, ...place }: Place & { asking: Buffer; idleMinutes: number },
): Promise<Page<Session>> {
  const where = sql`person_id = ${personId} and expires_at > now()
    and last_used_at > now() - make_interval(mins => ${idleMinutes})`
  const columns = sql`id, token_hash = ${asking} as current, created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", address, user_agent as "userAgent"`
  const order = { by: sql`last_used_at`, descending: true }
  return readPage(db, { table: 'session', order, columns, where }, { ...place, total: { among: 'few' } })
}

/** Ends one session of the person; returns how many that were. */
export function endSession(db: Db, personId: number, id: number): Promise<number> {
  return end(db, sql`person_id = ${personId} and id = ${id}`)
}

/** Ends all sessions of these people; `but` is left alone. */
export function endSessions(db: Db, people: readonly number[], but?: Buffer): Promise<number> {
  return end(db, but ? sql`person_id = any(${people}) and token_hash <> ${but}` : sql`person_id = any(${people})`)
}

async function end(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`delete from session where ${where}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
