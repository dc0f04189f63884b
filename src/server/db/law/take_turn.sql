-- The lock, or 55P03 at once: calls that wait for one another wait without a connection (db/transaction.ts).
create or replace function take_turn(key bigint) returns void language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock(key) then
    raise exception 'Another has the turn' using errcode = 'lock_not_available';
  end if;
end $$;
