-- What a batch holds is reserved to the last unit in the same transaction, or belongs to a run that is under way.
create or replace function hold_is_used() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from account a
  where a.id = new.debit_account and a.debits <> a.credits and (select count(*) from payment_run r
    join job j on j.id = r.job_id where r.batch_id = a.batch_id and j.state in ('WAITING', 'RUNNING')) = 0;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create constraint trigger hold_is_used after insert on transfer deferrable initially deferred
  for each row when (new.kind = 'hold') execute function hold_is_used();
