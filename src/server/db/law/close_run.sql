-- However a run ends, its hold ends in the same transaction. A run that goes on later holds the remaining money again.
create or replace function close_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transfer (kind, credit_account, debit_account, currency, amount_minor)
  select 'unhold', h.id, f.id, h.currency, h.debits - h.credits
  from payment_run r join account h on h.batch_id = r.batch_id and h.kind = 'HELD' and h.debits > h.credits
    join account f on f.kind = 'FLOAT' and f.provider = h.provider and f.currency = h.currency
  where r.job_id = new.id;
  update payment_run set batch_id = null where job_id = new.id and batch_id is not null;
  return null;
end $$;
create or replace trigger close_run after update on job for each row
  when (new.state in ('DONE', 'FAILED', 'CANCELLED') and old.state <> new.state) execute function close_run();
