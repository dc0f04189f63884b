-- Admits a write: what is read here holds until the transaction ends. Volatile, so that it reads what was committed before
-- it had the lock. While rights are being taken it answers 55P03 at once.
create or replace function admit(person_id bigint, token_hash bytea, idle_minutes int) returns setof session_caller
  language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock_shared(rights_key(person_id)) then
    raise exception 'Rights are being taken' using errcode = 'lock_not_available';
  end if;
  return query select * from session_actor(token_hash, idle_minutes);
end $$;
