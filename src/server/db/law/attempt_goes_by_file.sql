-- A try through a provider that is paid by files leaves with its file alone, and ends by a line of a result of that file. What was
-- paid by hand ends by people alone.
create or replace function attempt_goes_by_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (new.is_outside or exists (select from provider where name = new.provider and kind = 'FILE')
    and not (old.state = 'SENDING' and new.state in ('SUCCESSFUL', 'FAILED', 'UNKNOWN') and exists (select from provider_event e
      join payment_result r on r.id = e.result_id where e.payable_id = new.payable_id and e.attempt_no = new.no and r.taken_at = now())))::int);
  return new;
end $$;
create or replace trigger attempt_goes_by_file before update on attempt for each row
  when (current_user = 'canvass_app' and new.state <> old.state and new.state <> 'RECALLED' and not new.resolved)
  execute function attempt_goes_by_file();
