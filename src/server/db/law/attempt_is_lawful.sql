-- An attempt begins unsent, for a payable that three people let go, with its very facts. By hand it is paid anywhere but in a try-out.
create or replace trigger attempt_is_lawful after insert on attempt referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join lateral (select * from payable where id = n.payable_id offset 0) p on true
  where n.state <> 'QUEUED' or n.fence <> 0 or n.sends <> 0 or n.resolved or n.paid_minor is not null
    or ((p.status = 'APPROVED' or p.status = 'PROCESSING' and follows_own_fault(n.payable_id, n.no, n.batch_id)) and p.msisdn = n.msisdn and p.amount_minor = n.amount_minor and p.currency = n.currency
      and (p.provider = n.provider or n.is_outside) and not (n.is_outside and 'simulator' in (p.provider, n.provider))) is not true
    or (select s.facts_hash from step s where s.payable_id = n.payable_id and s.round = p.round and s.step = 'authorize'
      and s.level = 1) is distinct from p.facts_hash $$);
