-- Paid late is an attempt that counts after all. Paid twice is a failure whose payment another attempt has paid.
create or replace trigger incident_is_so after insert on incident referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n where (select count(*) from attempt a join payable p on p.id = a.payable_id
    where a.payable_id = n.payable_id and a.no = n.attempt_no and a.sends > a.turned_away and case n.kind
      when 'PAID_LATE' then a.state = 'SUCCESSFUL'
      else a.state = 'FAILED' and p.status in ('SUCCESSFUL', 'REVERSING', 'REVERSED', 'CANCELLED') end) = 0 $$);
