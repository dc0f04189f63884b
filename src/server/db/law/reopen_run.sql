create or replace function reopen_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('JOB_STATE', (select count(*) from payment_run where job_id = new.id and stopped_at is not null));
  update payment_run set done_before = new.done where job_id = new.id;
  return null;
end $$;
create or replace trigger reopen_run after update on job for each row
  when (old.state in ('CANCELLED', 'FAILED') and new.state = 'WAITING' and new.kind like 'payments.%')
  execute function reopen_run();
