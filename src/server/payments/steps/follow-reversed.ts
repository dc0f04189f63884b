/** A reversed payment that is owed after all: a new one like it follows it, once. */
import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { newName } from '../manual/manual-store.ts'
import { withProvider } from '../providers/providers-store.ts'
import { noteOwed } from './payment-sets.ts'
import type { LockedPayment } from './steps-store.ts'
import type { WayTaker } from './ways-store.ts'

/** RESPONSE_NOT_APPROVED where what it paid is no longer approved, or another payment pays it by now. */
export async function followReversed(db: Db, { id }: LockedPayment, { source }: WayTaker): Promise<void> {
  const rows = await rowsOf<{ isOwed: boolean }>(db)`
    select p.kind = 'MANUAL' or bool_and(f.status = 'APPROVED' and not f.is_pilot and o.payable_id is null) as "isOwed"
    from payable p left join payable_response l on l.payable_id = p.id
      left join form f on f.survey_id = l.survey_id and f.id = l.response_id
      left join payable_response o on o.response_id = l.response_id and o.released_at is null
    where p.id = ${id} group by p.kind`
  if (rows[0]?.isOwed !== true) throw new AppError('RESPONSE_NOT_APPROVED')
  await sql`
    with owed as (
      select nextval('thing_id') as id, p.kind, p.survey_id, p.participant_id, p.amount_minor - p.charge_minor as amount_minor, p.currency, p.set_size, p.leftover_id,
        case p.kind when 'MANUAL' then p.msisdn else person.pays_to end as phone, person.payment_provider as own,
        array(select response_id from payable_response where payable_id = p.id order by 1) as responses, m.location_id, m.recipient_name,
        m.reason, m.reason_text, coalesce(m.override_reason, p.name) as override_reason
      from payable p left join person on person.id = p.participant_id left join manual_payment m on m.payable_id = p.id where p.id = ${id}
    ), made as (
      insert into payable (id, kind, name, survey_id, participant_id, msisdn, amount_minor, charge_minor, currency, provider, set_size,
        leftover_id, follows, facts_hash)
      select id, kind, case kind when 'MANUAL' then ${newName()} end, survey_id, participant_id, phone, sent_minor, charge_minor, currency,
        provider, set_size, leftover_id, ${id}::bigint, signed_facts(phone, sent_minor, currency, provider, case kind
          when 'MANUAL' then signed_entry(location_id, recipient_name, null, reason, reason_text, override_reason)
          else array_to_string(responses, ',') end)
      from ${withProvider(sql`owed`)}
    ), linked as (
      insert into payable_response (payable_id, survey_id, response_id) select id, survey_id, unnest(responses) from owed
    ), entered as (
      insert into manual_payment (payable_id, survey_id, location_id, recipient_name, reason, reason_text, override_reason)
      select id, survey_id, location_id, recipient_name, reason, reason_text, override_reason from owed where kind = 'MANUAL'
    )${noteOwed(source, sql`'follows', ${id}::bigint`)}`.execute(db)
}
