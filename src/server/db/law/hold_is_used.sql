-- What a batch holds is reserved to the last unit in the same transaction, or belongs to a run that is under way.
create constraint trigger hold_is_used after insert on transfer deferrable initially deferred
  for each row when (new.kind = 'hold') execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join account a on a.id = n.debit_account where a.debits <> a.credits and (select count(*) from payment_run r
    join job j on j.id = r.job_id where r.batch_id = a.batch_id and j.state in ('WAITING', 'RUNNING')) = 0 $$);
