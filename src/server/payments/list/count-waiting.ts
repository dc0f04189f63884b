import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope } from '../../scope.ts'
import { paymentConditions, statusesOpenTo } from './payment-filters.ts'
import type { PaymentViewer } from '../row-parts.ts'
import { waitingSums } from './waiting-sums.ts'

/** The payments of each status among which it looks for the newest one. */
const mostLooked = 1000

/** How many payments there are whose next step is the viewer's. */
export async function countWaiting(db: Db, viewer: PaymentViewer): Promise<number> {
  return (await waitingSums(db, {}, viewer)).reduce((all, { n }) => all + n, 0)
}

/** The same, and when the newest became so; null where many came after it. */
export async function lastWaiting(db: Db, viewer: PaymentViewer): Promise<{ n: number; at: string | null }> {
  const n = await countWaiting(db, viewer)
  return { n, at: n === 0 ? null : await newest(db, viewer) }
}

async function newest(db: Db, viewer: PaymentViewer): Promise<string | null> {
  const ofStatus = allOf([sql`status = asked.status`, inScope(viewer.scope, sql`survey_id`)])
  const rows = await rowsOf<{ at: string | null }>(db)`
    select max(p.updated_at) as at from unnest(${statusesOpenTo(viewer)}::text[]) asked(status) cross join lateral (
      select updated_at from (
        select * from payable where ${ofStatus} order by updated_at desc, id desc limit ${sql.lit(mostLooked)}
      ) p where ${paymentConditions({ waitingForMe: 'true' }, viewer)} limit 1) p`
  return rows[0]?.at ?? null
}
