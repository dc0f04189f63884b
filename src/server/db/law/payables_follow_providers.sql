-- What is not signed yet follows the providers. Those who make payments at this moment hold their provider: they come first.
create or replace function payables_follow_providers() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform from provider order by name for update;
  perform from payable p, routed(p, amount_minor - charge_minor, msisdn, own_route(participant_id, phone_from)) r
  where status = 'ELIGIBLE' and (p.provider, charge_minor) <> (r.name, r.charge) order by id for no key update of p;
  update payable p set provider = r.name, amount_minor = net + r.charge, charge_minor = r.charge, version = version + 1, updated_at = now(),
    facts_hash = signed_facts(msisdn, net + r.charge, currency, r.name, signed_responses(p.id))
  from (select p.id, net, r.* from payable p cross join lateral (select amount_minor - charge_minor as net) n
      cross join lateral routed(p, net, msisdn, own_route(participant_id, phone_from)) r where status = 'ELIGIBLE') r
  where r.id = p.id and (p.provider, charge_minor) <> (r.name, r.charge);
  insert into doubtful_payable select id from payable
  where status = 'ELIGIBLE' and msisdn is not null and provider_for(msisdn, currency, own_route(participant_id, phone_from)) is null on conflict do nothing;
  return null;
end $$;
create or replace trigger payables_follow_providers after update on provider for each row
  when ((old.enabled, old.currencies, old.prefixes, old.priority, old.charges) <> (new.enabled, new.currencies, new.prefixes, new.priority, new.charges))
  execute function payables_follow_providers();
