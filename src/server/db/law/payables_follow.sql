-- Until it is signed, a payable follows its participant: to another phone, and out of the house when they are erased.
create or replace function payables_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from payable p where p.participant_id = new.id and p.status = 'ELIGIBLE' order by p.id for no key update;
  if new.anonymised_at is null then
    update payable p set msisdn = new.phone, provider = paying_provider(new.phone, currency, provider), version = version + 1, updated_at = now(),
      facts_hash = signed_facts(new.phone, amount_minor, currency, paying_provider(new.phone, currency, provider), signed_responses(id))
    where p.participant_id = new.id and p.status = 'ELIGIBLE' and p.phone_from = 'PARTICIPANT'
      and p.msisdn is distinct from new.phone;
    return null;
  end if;
  with erased as (
    update payable set status = 'CANCELLED', reason = 'ERASED', reason_text = null, version = version + 1, updated_at = now()
    where participant_id = new.id and status = 'ELIGIBLE' returning id
  )
  insert into audit (action, subject_type, subject_id, before, after)
  select 'payments.cancel', 'payable', id::text, '{"status": "ELIGIBLE"}', '{"status": "CANCELLED", "reason": "ERASED"}' from erased;
  return null;
end $$;
create or replace trigger payables_follow after update on person for each row
  when (new.phone is distinct from old.phone or new.anonymised_at is distinct from old.anonymised_at)
  execute function payables_follow();
