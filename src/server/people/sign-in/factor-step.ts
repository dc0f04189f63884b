/** A proof by a second factor that has begun: half of a sign-in, which opens nothing yet. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { hashToken } from '../../http/session.ts'

interface FactorStep {
  /** Null: the owner of any passkey. */
  personId: number | null
  signsIn: boolean
}

/** Begins a step and returns its token of 256 random bits, good for five minutes and once. */
export async function beginStep(db: Db, { personId, signsIn }: FactorStep): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`delete from factor_step where expires_at < now()`.execute(db)
  await sql`insert into factor_step (token_hash, person_id, signs_in)
    values (${hashToken(token)}, ${personId}, ${signsIn})`.execute(db)
  return token
}

/** Whose step it is; STEP_EXPIRED for one of another purpose, too. */
export async function readStep(db: Db, token: string, signsIn: boolean): Promise<FactorStep['personId']> {
  const { rows } = await sql<FactorStep>`select person_id as "personId" from factor_step
    where token_hash = ${hashToken(token)} and signs_in = ${signsIn} and expires_at > now()`.execute(db)
  if (!rows[0]) throw new AppError('STEP_EXPIRED')
  return rows[0].personId
}

/** No other call ends it: STEP_EXPIRED when one did. */
export async function endStep(db: Db, token: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from factor_step where token_hash = ${hashToken(token)} and expires_at > now()`.execute(db)
  if (numAffectedRows !== 1n) throw new AppError('STEP_EXPIRED')
}
