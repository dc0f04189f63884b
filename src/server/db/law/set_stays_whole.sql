-- Nothing joins a set that is whole.
create or replace trigger set_stays_whole after insert on payable_response referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from (
    select p.id from payable p join payable_response l on l.payable_id = p.id
    where p.kind = 'GROUPED' and p.id in (select payable_id from new_rows)
    group by p.id, p.set_size having count(*) <> p.set_size
  ) s $$);
