-- A set comes whole: one statement writes the payable and its links, to approved responses of its participant.
create or replace trigger set_is_whole after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join (
    select l.payable_id, count(*) as links, count(f.id) as lawful
    from new_rows m join payable_response l on l.payable_id = m.id and l.released_at is null
      left join form f on f.survey_id = l.survey_id and f.id = l.response_id and f.status = 'APPROVED' and not f.is_pilot
        and f.participant_id is not distinct from m.participant_id
        and not exists (select from dropped_response d where d.response_id = f.id)
    group by l.payable_id
  ) r on r.payable_id = n.id
  where n.kind = 'GROUPED' and (r.links is distinct from n.set_size or r.lawful is distinct from n.set_size) $$);
