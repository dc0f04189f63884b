-- A payment that is not signed yet goes through the provider that its facts choose, with its charge. One that none serves is in doubt. The choice
-- is made once for each beginning of phones: for each payment it took longer than all else about it.
create or replace function payable_finds_provider() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  reach int := phone_reach();
begin
  perform refuse_payment('STALE_FACTS', (select count(*) from (
      select distinct left(msisdn, reach) as begins, currency, provider, own_route(participant_id, phone_from) as own
      from new_rows where status = 'ELIGIBLE') n
    where n.provider <> paying_provider(n.begins, n.currency, case tg_op when 'UPDATE' then n.provider end, n.own)));
  perform refuse_payment('STALE_FACTS', (select count(*) from (
      select distinct provider, currency, amount_minor - charge_minor as net, charge_minor from new_rows where status = 'ELIGIBLE') n
    where n.charge_minor <> charge_of(n.provider, n.currency, n.net)));
  -- Where one serves all, each is served.
  if exists (select from provider where enabled and currencies = '{}' and prefixes = '{}') then return null; end if;
  insert into doubtful_payable select n.id from new_rows n join (
    select begins, currency, own from (select distinct left(msisdn, reach) as begins, currency, own_route(participant_id, phone_from) as own
      from new_rows where status = 'ELIGIBLE' and msisdn is not null) each where provider_for(begins, currency, own) is null) r
    on r.begins = left(n.msisdn, reach) and r.currency = n.currency and r.own is not distinct from own_route(n.participant_id, n.phone_from)
  where n.status = 'ELIGIBLE' on conflict do nothing;
  return null;
end $$;
create or replace trigger payable_finds_provider after insert on payable referencing new table as new_rows
  for each statement execute function payable_finds_provider();
create or replace trigger payable_finds_other after update on payable referencing new table as new_rows
  for each statement execute function payable_finds_provider();
