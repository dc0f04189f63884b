-- The provider's word pays an attempt with the very answer that states it. People who settle it bring findings.
create or replace function attempt_is_stated() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (not exists (select from provider_event e
    where e.payable_id = new.payable_id and e.attempt_no = new.no and e.paid_ref = new.provider_ref))::int);
  return null;
end $$;
create or replace trigger attempt_is_stated after update on attempt for each row
  when (new.state = 'SUCCESSFUL' and old.state <> 'SUCCESSFUL' and not new.resolved) execute function attempt_is_stated();
