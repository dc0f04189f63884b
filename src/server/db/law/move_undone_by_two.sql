-- Money comes back by the findings of two people. A signed payment is cancelled only with its payee.
create or replace trigger move_undone_by_two after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from (
    select o.status as before, n.*, (select max(no) from attempt a where a.payable_id = n.id and a.state = 'SUCCESSFUL') as no
    from old_rows o join new_rows n using (id) where o.status <> n.status
      and (n.status in ('REVERSING', 'REVERSED') or o.status = 'REVERSING' or (o.status, n.status) = ('APPROVED', 'CANCELLED'))
  ) n where case
    when n.status = 'REVERSING' then (select outcome from finding f where f.payable_id = n.id and f.attempt_no = n.no
      order by id desc limit 1) is distinct from 'REVERSE'
    when n.status = 'REVERSED' then not found_by_two(n.id, n.no, 'RECOVERED', 'REVERSE')
    when n.before = 'REVERSING' then not found_by_two(n.id, n.no, 'NOT_RECOVERED', 'REVERSE')
    else (select anonymised_at from person where id = n.participant_id) is null end $$);
