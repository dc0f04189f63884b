-- No failure, and no giving up of one, while a try may still be paid: an earlier try that gave its money back proves nothing.
create or replace function payment_is_idle() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from attempt a
    where a.payable_id = new.id and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')));
  return new;
end $$;
create or replace trigger payment_is_idle before update on payable for each row
  when (new.status = 'FAILED' and old.status <> 'FAILED' or new.status = 'REJECTED' and old.status = 'FAILED')
  execute function payment_is_idle();
