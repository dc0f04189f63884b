-- Only what waits is dropped, and only with a choice of the same transaction.
create or replace trigger drop_is_lawful after insert on dropped_response referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n
    left join leftover o on o.id = n.leftover_id and o.survey_id = n.survey_id and o.choice = 'DROP' and o.decided_at = now()
    left join form f on f.survey_id = n.survey_id and f.id = n.response_id and f.status = 'APPROVED'
    left join payable_response l on l.response_id = n.response_id and l.released_at is null
  where o.id is null or f.id is null or l.payable_id is not null $$);
