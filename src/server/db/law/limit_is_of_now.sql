-- A version is whole from its transaction on.
create or replace function limit_is_of_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('STALE', (select count(*) from payment_policy p where p.version = new.version and p.changed_at <> now()));
  return null;
end $$;
create or replace trigger limit_is_of_now after insert on payment_limit for each row execute function limit_is_of_now();
