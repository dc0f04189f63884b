import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { paymentConditions } from './payment-filters.ts'
import type { PaymentViewer } from './row-parts.ts'

const mostWaiting = 1000

/** The payments whose next step is the viewer's, and when the newest of those that were counted became so. */
export async function countWaiting(db: Db, viewer: PaymentViewer): Promise<{ n: number; at: Date | null }> {
  const { rows } = await sql<{ n: number; at: Date | null }>`
    select count(*)::int as n, max(updated_at) as at
    from (select p.updated_at from payable p
      where ${paymentConditions({ waitingForMe: 'true' }, viewer)} limit ${mostWaiting}) p`.execute(db)
  return rows[0] ?? { n: 0, at: null }
}
