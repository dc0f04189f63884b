/**
 * Idempotency-Key (product.md §1): the same key and request of the same person gets the first answer again. Refusals
 * are not stored, as their transaction is rolled back.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ComeAgain } from '../db/transaction.ts'

export interface IdempotencyClaim {
  actorId: number
  key: string
  requestHash: Buffer
}

export function checkKey(key: string): string {
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID')
  return key
}

/** Equal for requests that ask the same: key order in the body does not matter. */
export function hashRequest(parts: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(parts)))
    .digest()
}

function sorted(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

export interface Replayable<T> {
  answer: T
  replayed: boolean
}

/**
 * Inside the transaction: the stored answer, or what `work` does now, stored. Two with the same key never run at once;
 * the second comes again (`db/transaction.ts`).
 */
export async function once<T>(
  db: Db,
  claim: IdempotencyClaim,
  status: number,
  work: () => Promise<T>,
): Promise<Replayable<T>> {
  const { actorId, key, requestHash } = claim
  const lock = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${actorId} ${key}`}, 0)) as mine`.execute(db)
  if (!lock.rows[0]?.mine) throw new ComeAgain('IDEMPOTENCY_IN_FLIGHT')
  const stored = await sql<{ requestHash: Buffer; answer: T }>`
    select request_hash as "requestHash", answer from idem_key where actor_id = ${actorId} and key = ${key}`.execute(db)
  const [earlier] = stored.rows
  if (earlier) {
    if (!earlier.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    return { answer: earlier.answer, replayed: true }
  }
  const answer = await work()
  await sql`insert into idem_key (actor_id, key, request_hash, status, answer)
    values (${actorId}, ${key}, ${requestHash}, ${status}, ${JSON.stringify(answer)}::jsonb)`.execute(db)
  return { answer, replayed: false }
}
