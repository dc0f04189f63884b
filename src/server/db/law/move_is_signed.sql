-- Each signature that its status asks for is there, of its round and under its facts.
create or replace trigger move_is_signed after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join payable_signature g on g.status = n.status
  where (select count(*) from step s where s.payable_id = n.id and s.round = n.round
    and s.step = g.step and s.level = 1 and s.facts_hash = n.facts_hash) = 0 $$);
