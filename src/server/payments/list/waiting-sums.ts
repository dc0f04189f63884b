/** How many payments wait for a person, and their sums, from the kept counts: each of a million payments is not looked at. */
import { sql } from 'kysely'
import type { PaymentStatus } from '#domain/money/payment.ts'
import { fixed } from '../../db/fixed.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { allOf } from '../../db/table-store.ts'
import { holdOf } from '../steps/hold-sql.ts'
import { keptConditions, paymentConditions, type PaymentQuery, signedBy, statusesOpenTo } from './payment-filters.ts'
import type { PaymentViewer } from '../row-parts.ts'
import { isUnclear } from '../steps/ways-store.ts'

export interface StatusSum {
  status: PaymentStatus
  currency: string
  n: number
  /** `numeric`, which comes as text. */
  amountMinor: string
}

/** The kept counts know them all; of the others there are few. */
const counted = new Set<PaymentStatus>(['ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED'])

/** The open sums, without payments that they signed, that have no phone or their own, or that wait for something. */
export async function waitingSums(db: Db, query: PaymentQuery, viewer: PaymentViewer): Promise<StatusSum[]> {
  const statuses = statusesOpenTo(viewer)
  const [kept, others] = [
    statuses.filter((status) => counted.has(status)),
    statuses.filter((status) => !counted.has(status)),
  ]
  const open = allOf([sql`status = any(${kept}::text[])`, keptConditions(query, viewer)])
  const rows = await rowsOf<StatusSum>(db)`
    with doubtful as materialized (
      select payable_id as id from doubtful_payable union select id from payable where msisdn = ${viewer.phone ?? null}
    ), held as materialized (
      select p.status, p.currency, p.amount_minor from payable p
      where p.id in (select id from doubtful) and ${open} and p.msisdn is not null
        and (p.msisdn = ${viewer.phone ?? null} or p.status <> 'FAILED' and ${holdOf} is not null) and not ${signedBy(viewer)}
    )
    select status, currency, sum(n)::bigint as n, sum(amount_minor) as "amountMinor" from (
      select status, currency, n, amount_minor from payable_counter where ${open}
      union all select status, currency, -n, -amount_minor from signer_counter where actor_id = ${viewer.id} and ${open}
      union all select status, currency, -1, -amount_minor from payable where msisdn is null and ${open}
      union all select status, currency, -1, -amount_minor from held
      union all select status, currency, 1, amount_minor from payable p
        where p.id = any(array(${unsettled})) and p.status = any(${others}::text[]) and ${paymentConditions(query, viewer) ?? sql`true`}
    ) part group by status, currency having sum(n) > 0 order by currency`
  return rows
}

/** Those with an outcome to settle, or money to be got back. */
const unsettled = fixed(sql`
  select a.payable_id from attempt a where a.state in ('SENDING', 'SENT', 'UNKNOWN') and ${isUnclear}
  union all select payable_id from attempt where is_outside and state = 'QUEUED'
  union all select id from payable where status = 'REVERSING'`)
