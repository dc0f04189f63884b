create or replace function policy_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written jsonb;
begin
  perform refuse_payment('STALE', (new.version <> 1 + coalesce((select max(version) from payment_policy where version <> new.version), 0))::int);
  perform refuse_payment('FORBIDDEN', (not may_limit(new.changed_by, null))::int);
  if new.change_id is null then
    perform refuse_payment('FUNDING_OWN', loosens(new.version)::int);
  else
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'currency', currency, 'role', role, 'amountMinor', amount_minor)), '[]')
    into written from payment_limit where version = new.version;
    perform refuse_payment('FUNDING_OWN', (not is_confirmed(new.change_id, null, new.version - 1, written))::int);
  end if;
  return null;
end $$;
-- Once its limits are written, too.
create constraint trigger policy_is_lawful after insert on payment_policy deferrable initially deferred
  for each row execute function policy_is_lawful();
