-- What was reversed is owed again as it was, by the findings of two people.
create or replace trigger payable_follows after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join payable p on p.id = n.follows where n.follows is not null and (p.status = 'REVERSED'
    and (p.kind, p.survey_id, p.amount_minor - p.charge_minor, p.currency) = (n.kind, n.survey_id, n.amount_minor - n.charge_minor, n.currency)
    and (p.participant_id, p.set_size, p.leftover_id) is not distinct from (n.participant_id, n.set_size, n.leftover_id)
    and found_by_two(p.id, (select no from attempt a where a.payable_id = p.id and a.state = 'SUCCESSFUL'), 'OWED', 'OWED')) is not true $$);
