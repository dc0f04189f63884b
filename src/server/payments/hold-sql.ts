/** What keeps a payment from its next step (`PaymentHold`), in SQL on `payable p`; the database refuses the same. */
import { sql } from 'kysely'
import type { PaymentHold } from '#domain/payment.ts'
import { fixed } from '../db/fixed.ts'

export const holdOf = fixed(sql<PaymentHold | null>`case
  when p.status in ('ELIGIBLE', 'REJECTED') and exists (select from payable_response l join form f
    on f.survey_id = l.survey_id and f.id = l.response_id
    where l.payable_id = p.id and l.released_at is null and f.status <> 'APPROVED') then 'RESPONSE_NOT_APPROVED'
  when p.status = 'ELIGIBLE' and p.msisdn is null then 'NO_PHONE'
  when p.status in ('INITIATED', 'APPROVED', 'FAILED') and p.phone_from = 'PARTICIPANT' then (
    select case when payee.anonymised_at is not null then 'PAYEE_ERASED' else 'PHONE_CHANGED' end
    from person payee where payee.id = p.participant_id and payee.phone is distinct from p.msisdn)
  end`)
