/**
 * What keeps a payment from its next step (`PaymentHold`), in SQL on `payable p`; the database refuses the same. Each table
 * is met by its key, so that old statistics do not slow a large batch: `+ 0` and `coalesce`
 * keep the indexes of whole surveys out of it.
 */
import { sql } from 'kysely'
import type { PaymentHold } from '#domain/payment.ts'
import { fixed } from '../db/fixed.ts'

export const holdOf = fixed(sql<PaymentHold | null>`case
  when p.status in ('ELIGIBLE', 'REJECTED') and (select count(*) from payable_response l
    where l.payable_id = p.id and coalesce(l.released_at, 'infinity') = 'infinity' and (select f.status from form f
      where f.id = l.response_id and f.survey_id + 0 = l.survey_id) <> 'APPROVED') > 0 then 'RESPONSE_NOT_APPROVED'
  when p.status = 'ELIGIBLE' and p.msisdn is null then 'NO_PHONE'
  when p.status in ('INITIATED', 'APPROVED', 'FAILED') and p.phone_from = 'PARTICIPANT' then (
    select case when payee.anonymised_at is not null then 'PAYEE_ERASED' else 'PHONE_CHANGED' end
    from person payee where payee.id = p.participant_id and payee.phone is distinct from p.msisdn)
  end`)
