/** What a manual payment is for, and what else is paid for the same visit: on `payable p` and its `manual_payment m`. */
import { sql } from 'kysely'
import { paidOrUnderWay } from '#domain/money/payment.ts'
import { fixed } from '../../db/fixed.ts'

/** The purpose in words, with its code where it says something. */
export const entryColumns = fixed(sql`m.location_id as "locationId", m.recipient_name as "recipientName",
  m.reference as "ownReference", nullif(concat_ws(': ', nullif(m.reason, 'OTHER'), m.reason_text), '') as purpose,
  m.override_reason as "overrideReason",
  (select json_build_object('id', u.id, 'name', u.name) from payment_upload u where u.id = m.upload_id) as upload`)

const visits = sql`array(select l.response_id from payable_response l where l.payable_id = p.id
  union all select m.location_id where m.location_id is not null)`

/** Of payments for the visits, whichever kind they are; of entries without a visit, of the same survey and phone. */
const ofSameVisit = sql`select l.payable_id from payable_response l
    where l.survey_id = p.survey_id and l.response_id = any(${visits}) and l.released_at is null
  union select e.payable_id from manual_payment e where e.survey_id = p.survey_id and e.location_id = any(${visits})
  union select e.payable_id from manual_payment e join payable same on same.id = e.payable_id and same.msisdn = p.msisdn
    where m.payable_id is not null and m.location_id is null and e.survey_id = m.survey_id and e.location_id is null`

export const othersOf = fixed(sql`(
  select coalesce(json_agg(json_build_object('id', coalesce(to_json(o.name), to_json(o.id)), 'paymentId', o.id,
    'status', o.status, 'overrideReason', (select e.override_reason from manual_payment e where e.payable_id = o.id))
    order by o.id), '[]')
  from payable o where o.id <> p.id and o.id in (${ofSameVisit})
    and o.status in (${sql.join(paidOrUnderWay.map((status) => sql.lit(status)))}))`)

/** Found by their words, which have an index. */
export function entriesLike(text: string) {
  return sql`entry_words(m.recipient_name, m.reference, m.reason, m.reason_text) like anywhere(${text})`
}
