-- A payment that is not signed yet goes through the provider that its facts choose. One that none serves is in doubt.
create or replace function payable_finds_provider() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
begin
  perform refuse_payment('STALE_FACTS', (select count(*) from new_rows n
    where n.status = 'ELIGIBLE' and n.provider <> paying_provider(n.msisdn, n.currency, case tg_op when 'UPDATE' then n.provider end,
      own_route(n.participant_id, n.phone_from))));
  -- Where one serves all, each is served.
  if exists (select from provider where enabled and currencies = '{}' and prefixes = '{}') then return null; end if;
  insert into doubtful_payable select id from new_rows n
  where n.status = 'ELIGIBLE' and n.msisdn is not null and provider_for(n.msisdn, n.currency, own_route(n.participant_id, n.phone_from)) is null on conflict do nothing;
  return null;
end $$;
create or replace trigger payable_finds_provider after insert on payable referencing new table as new_rows
  for each statement execute function payable_finds_provider();
create or replace trigger payable_finds_other after update on payable referencing new table as new_rows
  for each statement execute function payable_finds_provider();
