/** The limits that count now. */
import { sql } from 'kysely'
import type { Limit } from '#domain/money/payment-limits.ts'
import type { Db } from '../../db/pool.ts'

/** The limits of the newest version of the policy. */
export async function currentLimits(db: Db): Promise<Limit[]> {
  const { rows } = await sql<Limit>`
    select kind, currency, role, amount_minor as "amountMinor" from payment_limit
    where version = (select max(version) from payment_policy)`.execute(db)
  return rows
}
