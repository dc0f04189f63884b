import type { Pool } from 'pg'
import { expect } from 'vitest'

/** Until so many connections to the test's own database wait for a lock. */
export async function untilWaiting({ owner }: { owner: Pool }, n = 1): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await owner.query(waiting)).rowCount, { timeout: 20_000 }).toBe(n)
}
