-- Before the personal answers of a participant go, whose responses are locked.
create or replace function recount_answers_of(participant bigint) returns void language sql as $$
  select pg_advisory_xact_lock_shared(counted_questions_lock());
  insert into answer_recount as noted (survey_id, form_id, status, day, is_pilot, answers)
  select survey_id, id, status, (submitted_at at time zone 'UTC')::date, is_pilot, counted_answers(survey_id, id)
  from form where participant_id = participant and status <> 'DRAFT' order by 1, 2
  on conflict (survey_id, form_id) do update set answers = coalesce(noted.answers, excluded.answers);
$$;
