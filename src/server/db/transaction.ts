import type { Kysely } from 'kysely'
import type { Db } from './pool.ts'

const conflicts = new Set(['40001', '40P01'])
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
      if (tries >= maxTries || !conflicts.has(String((error as { code?: unknown }).code))) throw error
    }
  }
}
