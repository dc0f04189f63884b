/** What keeps a `payable p` from its next step. Of those in doubt the database says it, which refuses such a step alike. */
import { sql } from 'kysely'
import type { PaymentHold } from '#domain/money/payment.ts'
import { fixed } from '../../db/fixed.ts'

export const holdOf = fixed(sql<PaymentHold | null>`coalesce(
  case when exists (select from doubtful_payable d where d.payable_id = p.id) then doubt_about(p) end,
  case when p.status = 'ELIGIBLE' and p.msisdn is null then 'NO_PHONE' end)`)

/** The steps of its round, and who lifted a hold of it. */
export const takenSteps = fixed(sql`(
  select step, level, actor_id, role, at, carried from step where payable_id = p.id and round = p.round
  union all select 'lift', 1, x.person_id, r.role, x.at, false
  from desk_act x join person w on w.id = x.person_id join role r on r.id = w.role_id
  where lifted(x.kind, x.key, 1) = p.id and x.reason is not null)`)
