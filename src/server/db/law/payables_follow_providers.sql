-- What is not signed yet follows the providers. Those who make payments at this moment hold their provider: they come first.
create or replace function payables_follow_providers() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform from provider order by name for update;
  perform from payable where status = 'ELIGIBLE' and provider <> paying_provider(msisdn, currency, provider, own_route(participant_id, phone_from)) order by id for no key update;
  update payable set provider = paying_provider(msisdn, currency, provider, own_route(participant_id, phone_from)), version = version + 1, updated_at = now(),
    facts_hash = signed_facts(msisdn, amount_minor, currency, paying_provider(msisdn, currency, provider, own_route(participant_id, phone_from)), signed_responses(id))
  where status = 'ELIGIBLE' and provider <> paying_provider(msisdn, currency, provider, own_route(participant_id, phone_from));
  insert into doubtful_payable select id from payable
  where status = 'ELIGIBLE' and msisdn is not null and provider_for(msisdn, currency, own_route(participant_id, phone_from)) is null on conflict do nothing;
  return null;
end $$;
create or replace trigger payables_follow_providers after update on provider for each row
  when ((old.enabled, old.currencies, old.prefixes, old.priority) <> (new.enabled, new.currencies, new.prefixes, new.priority))
  execute function payables_follow_providers();
