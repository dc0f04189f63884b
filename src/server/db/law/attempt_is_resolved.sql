create or replace function attempt_is_resolved() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  outcome text := case new.state when 'SUCCESSFUL' then 'PAID' when 'FAILED' then 'NOT_PAID' end;
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    and is_unclear(old) and (not old.is_outside or outcome = 'NOT_PAID' or new.paid_minor = new.amount_minor
      and exists (select from finding f where f.payable_id = new.payable_id and f.attempt_no = new.no and f.file_id is not null
        and f.document = new.provider_ref and f.paid_on <= current_date + 1))
    and outcome is not null and found_by_two(new.payable_id, new.no, outcome, outcome) then 0 else 1 end);
  return new;
end $$;
create or replace trigger attempt_is_resolved before update on attempt for each row
  when (new.resolved and not old.resolved) execute function attempt_is_resolved();
