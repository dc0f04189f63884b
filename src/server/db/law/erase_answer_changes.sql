-- All keys of a question begin with its id: `12`, `12.other`, `12.2`, `12.2.other`.
create or replace function erase_answer_changes(participant bigint) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update answer_change c set before = null, after = null, erased = true
  from form f, question q, person p
  where p.id = participant and p.anonymised_at is not null and f.participant_id = p.id
    and c.survey_id = f.survey_id and c.response_id = f.id and not c.erased
    and q.survey_id = f.survey_id and q.personal and split_part(c.key, '.', 1) = q.id::text
$$;
revoke execute on function erase_answer_changes from public;
grant execute on function erase_answer_changes to canvass_app;
