/** A sign-in whose password was right, and which opens nothing before its second step. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { hashToken } from '../../http/session.ts'

/** Begins a step and returns its token of 256 random bits, good for five minutes and once. */
export async function beginStep(db: Db, personId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`delete from factor_step where expires_at < now()`.execute(db)
  await sql`insert into factor_step (token_hash, person_id) values (${hashToken(token)}, ${personId})`.execute(db)
  return token
}

/** Whose step it is. STEP_EXPIRED. */
export async function readStep(db: Db, token: string): Promise<number> {
  const { rows } = await sql<{ personId: number }>`select person_id as "personId" from factor_step
    where token_hash = ${hashToken(token)} and expires_at > now()`.execute(db)
  if (!rows[0]) throw new AppError('STEP_EXPIRED')
  return rows[0].personId
}

/** No other call ends it: STEP_EXPIRED when one did. */
export async function endStep(db: Db, token: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from factor_step where token_hash = ${hashToken(token)} and expires_at > now()`.execute(db)
  if (numAffectedRows !== 1n) throw new AppError('STEP_EXPIRED')
}
