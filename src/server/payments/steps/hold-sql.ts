/** What keeps a `payable p` from its next step. Of those in doubt the database says it, which refuses such a step alike. */
import { sql } from 'kysely'
import type { PaymentHold } from '#domain/money/payment.ts'
import { fixed } from '../../db/fixed.ts'

export const holdOf = fixed(sql<PaymentHold | null>`coalesce(
  case when exists (select from doubtful_payable d where d.payable_id = p.id) then doubt_about(p) end,
  case when p.status = 'ELIGIBLE' and p.msisdn is null then 'NO_PHONE' end)`)
