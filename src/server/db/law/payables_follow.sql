-- Until it is signed, a payable follows its participant: to another phone or provider, and out of the house when they are erased.
create or replace function payables_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from payable p where p.participant_id = new.id and p.status = 'ELIGIBLE' order by p.id for no key update;
  if new.anonymised_at is null then
    update payable p set msisdn = new.pays_to, provider = r.name, amount_minor = net + r.charge, charge_minor = r.charge, version = version + 1,
      updated_at = now(), facts_hash = signed_facts(new.pays_to, net + r.charge, currency, r.name, signed_responses(p.id))
    from (select q.id, net, r.* from payable q cross join lateral (select amount_minor - charge_minor as net) n
        cross join lateral routed(q, net, new.pays_to, new.payment_provider) r
      where participant_id = new.id and status = 'ELIGIBLE' and phone_from = 'PARTICIPANT') r
    where r.id = p.id and (p.msisdn, p.provider) is distinct from (new.pays_to, r.name);
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
  when (new.pays_to is distinct from old.pays_to or new.payment_provider is distinct from old.payment_provider or new.anonymised_at is distinct from old.anonymised_at)
  execute function payables_follow();
