-- At another place than the known one nothing is sent until two people have confirmed that it is the same account; a provider
-- that people entered has no known place before. Back at the known one, no person is needed. Says whether it is at its place.
create or replace function meet_provider(named text, its_address text, its_account text) returns boolean language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  known provider;
begin
  select * into known from provider where name = named for update;
  if known.origin = 'SETTINGS' and (known.address is null or not exists (select from attempt where provider = named)) then
    update provider set address = its_address, account = its_account
    where name = named and (address, account) is distinct from (its_address, its_account);
  elsif (known.address, known.account) is distinct from (its_address, its_account) then
    -- What people confirmed of another place counts for nothing here.
    update payment_stop set ended_at = now() where provider = named and kind = 'ADDRESS' and ended_at is null
      and (details ->> 'newAddress', details ->> 'newAccount') is distinct from (its_address, its_account);
    with begun as (
      insert into payment_stop (provider, kind, reason, details)
      values (named, 'ADDRESS', case when known.address is null then 'NEW' else 'MOVED' end, jsonb_build_object(
        'address', known.address, 'account', known.account, 'newAddress', its_address, 'newAccount', its_account))
      on conflict (coalesce(provider, ''), kind) where ended_at is null do nothing returning *
    )
    insert into audit (action, subject_type, subject_id, after)
    select 'payments.stop', 'payment_stop', id::text,
      jsonb_build_object('kind', kind, 'provider', provider, 'reason', reason, 'details', details) from begun;
    return false;
  end if;
  with over as (
    update payment_stop set ended_at = now() where provider = named and kind = 'ADDRESS' and ended_at is null returning *
  )
  insert into audit (action, subject_type, subject_id, after)
  select 'payments.goOn', 'payment_stop', id::text, jsonb_build_object('kind', kind, 'provider', provider) from over;
  return true;
end $$;
