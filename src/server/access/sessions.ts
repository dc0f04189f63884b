import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { hashToken } from '../http/session.ts'

interface Origin {
  address: string
  userAgent: string
}

/** Opens a session and returns its token: 256 random bits, of which only the hash is kept. */
export async function openSession(
  db: Db,
  personId: number,
  hours: number,
  { address, userAgent }: Origin,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into session (token_hash, person_id, expires_at, address, user_agent)
    values (${hashToken(token)}, ${personId}, now() + make_interval(hours => ${hours}), ${address}, ${userAgent})`.execute(
    db,
  )
  await sql`update person set last_login_at = now() where id = ${personId}`.execute(db)
  await sql`delete from session where person_id = ${personId} and expires_at < now()`.execute(db)
  return token
}

export async function closeSession(db: Db, session: Buffer): Promise<void> {
  await sql`delete from session where token_hash = ${session}`.execute(db)
}
