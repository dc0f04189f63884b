/** Transactions, and calls that wait for another call without a connection: it is given back before the wait. */
import type { Kysely } from 'kysely'
import type { Db } from './pool.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../errors.ts'

const conflicts = new Set(['40001', '40P01'])

/** Whether another transaction was in the way: it may go well at another moment. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(String((error as { code?: unknown }).code))
}

const maxTries = 4

/**
 * Runs `work` in one transaction. A deadlock or a serialization failure is tried again from the start: `work` must act on
 * the database only.
 */
export async function inTransaction<T>(db: Kysely<unknown>, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries >= maxTries || !isConflict(error)) throw error
    }
  }
}

const waitAtMostMs = 5000
const pollMs = 40

/** Thrown inside a transaction without work yet; `refusal` goes to a caller who waited in vain. */
export class ComeAgain extends Error {
  readonly refusal: AppError['code']

  constructor(refusal: AppError['code']) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Runs a transaction again while it waits for another call or cannot get its lock; for 5 s at most. */
export async function withPatience<T>(run: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + waitAtMostMs
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const refusal = refusalOfWait(error)
      if (!refusal) throw error
      if (Date.now() > deadline) throw new AppError(refusal, { retryAfterSeconds: waitAtMostMs / 1000 })
      await wait(pollMs)
    }
  }
}

function refusalOfWait(error: unknown): AppError['code'] | undefined {
  if (error instanceof ComeAgain) return error.refusal
  return (error as { code?: unknown }).code === '55P03' ? 'BUSY' : undefined
}
