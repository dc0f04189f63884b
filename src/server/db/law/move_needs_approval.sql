-- What goes to the people is approved.
create or replace trigger move_needs_approval after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('RESPONSE_NOT_APPROVED', $$
  select count(*) from new_rows n where n.status = 'INITIATED' and (
    select count(*) filter (where (select f.status from form f where f.id = l.response_id and f.survey_id = l.survey_id) <> 'APPROVED')
    from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity') > 0 $$);
