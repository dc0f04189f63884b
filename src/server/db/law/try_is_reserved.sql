-- The next try has its money before anything of it can be sent.
create or replace function try_is_reserved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from attempt a where a.id = new.id
    and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and not exists (select from transfer t
      where t.payable_id = a.payable_id and t.kind = 'reserve' and t.attempt_no = a.no)));
  return null;
end $$;
create constraint trigger try_is_reserved after insert on attempt deferrable initially deferred
  for each row when (new.no > 1) execute function try_is_reserved();
