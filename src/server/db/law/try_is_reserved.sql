-- The next try has its money before anything of it can be sent.
create constraint trigger try_is_reserved after insert on attempt deferrable initially deferred
  for each row when (new.no > 1) execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join attempt a on a.id = n.id
  where a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and not exists (select from transfer t
    where t.payable_id = a.payable_id and t.kind = 'reserve' and t.attempt_no = a.no) $$);
