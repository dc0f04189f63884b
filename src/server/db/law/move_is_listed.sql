-- A payment moves as `payable_move` lists it, with the step that makes the move.
create or replace trigger move_is_listed after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from old_rows o join new_rows n using (id)
  where (o.status <> n.status or o.round <> n.round) and (select count(*) from payable_move m
    where m.from_status = o.status and m.to_status = n.status and m.next_round::int = n.round - o.round
      and (m.step is null or (select count(*) from step s where s.payable_id = n.id and s.round = n.round
        and s.step = m.step and s.level = 1 and s.facts_hash = n.facts_hash) = 1)) = 0 $$);
