import { sql } from 'kysely'
import type { PaymentStatus } from '#domain/payment.ts'
import type { Db } from '../db/pool.ts'
import { allOf } from '../records/table-store.ts'
import { inScope } from '../scope.ts'
import { paymentConditions } from './payment-filters.ts'
import type { PaymentViewer } from './row-parts.ts'
import { waitingSums } from './waiting-sums.ts'

/** The newest one is looked for among so many of each status. */
const mostLooked = 1000

/** The payments whose next step is the viewer's, and when the newest became so; null where others came after it. */
export async function countWaiting(db: Db, viewer: PaymentViewer): Promise<{ n: number; at: Date | null }> {
  const sums = await waitingSums(db, {}, viewer)
  const n = sums.reduce((all, each) => all + each.n, 0)
  return { n, at: n === 0 ? null : await newest(db, viewer, [...new Set(sums.map(({ status }) => status))]) }
}

async function newest(db: Db, viewer: PaymentViewer, statuses: readonly PaymentStatus[]): Promise<Date | null> {
  const ofStatus = allOf([sql`status = asked.status`, inScope(viewer.scope, sql`survey_id`)])
  const { rows } = await sql<{ at: Date | null }>`
    select max(p.updated_at) as at from unnest(${statuses}::text[]) asked(status) cross join lateral (
      select updated_at from (
        select * from payable where ${ofStatus} order by updated_at desc, id desc limit ${sql.lit(mostLooked)}
      ) p where ${paymentConditions({ waitingForMe: 'true' }, viewer)} limit 1) p`.execute(db)
  return rows[0]?.at ?? null
}
