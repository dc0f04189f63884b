-- Money is where the status says: reserved, spent, or given back.
create or replace trigger move_shows_money after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from old_rows o join new_rows n using (id) where case n.status
    when 'PROCESSING' then (select count(*) from attempt a where a.payable_id = n.id
      and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and (select count(*) from transfer t
        where t.payable_id = a.payable_id and t.kind = 'reserve' and t.attempt_no = a.no) = 1) <> 1
    when 'SUCCESSFUL' then (select count(*) from attempt a where a.payable_id = n.id and a.state = 'SUCCESSFUL'
      and (select count(*) from transfer t where t.payable_id = a.payable_id
        and t.kind in ('settle', 'late', 'lateOnCredit') and t.attempt_no = a.no) = 1) <> 1
    when 'FAILED' then (select count(*) from attempt a where a.payable_id = n.id and a.state <> 'RECALLED'
      and (select count(*) from transfer t where t.payable_id = a.payable_id and t.kind = 'release' and t.attempt_no = a.no) = 1) = 0
    when 'APPROVED' then o.status = 'PROCESSING' and (select count(*) from attempt a where a.payable_id = n.id
      and a.state not in ('FAILED', 'RECALLED')) + 1 - (select count(*) from attempt a where a.payable_id = n.id
        and a.state = 'RECALLED' and a.no = (select max(no) from attempt l where l.payable_id = n.id)
        and (select count(*) from transfer t where t.payable_id = a.payable_id and t.kind = 'recall' and t.attempt_no = a.no) = 1) <> 0
    when 'REVERSED' then (select count(*) from transfer t where t.payable_id = n.id and t.kind = 'reverse') <> 1
    else false end $$);
