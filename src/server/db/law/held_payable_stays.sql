-- Nothing that is held up goes further. A recall takes no step forward: its money comes back in any case.
create or replace function held_payable_stays() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  hold text;
begin
  execute $q$
    select max(doubt_about(row(o.*)::payable)) from new_rows n join doubtful_payable d on d.payable_id = n.id join old_rows o on o.id = n.id
    where o.status <> 'PROCESSING' and n.status in ('INITIATED', 'APPROVED', 'PROCESSING') and n.status <> o.status $q$ into hold;
  perform refuse_payment(hold, (hold is not null)::int);
  return null;
end $$;
-- After the laws of its move, as its name comes later.
create or replace trigger payable_stays_held after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function held_payable_stays();
