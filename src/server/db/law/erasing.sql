-- Whether this transaction is in the middle of an erasure that two people decided.
create or replace function erasing() returns boolean language sql stable security definer set search_path = public, pg_temp
  return exists (select from erasure where xid = pg_current_xact_id());
