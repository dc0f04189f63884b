-- The counted answers of one response, each once: `12 yes`, and `12 ` for any answer to question 12.
create or replace function counted_answers(survey bigint, form bigint) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(distinct each), '{}')
  from answer_index a join indexed_question asked using (survey_id, question_id),
    unnest(array[question_id || ' ', case when asked.kind = 'WORD' then question_id || ' ' || a.word end]) each
  where a.survey_id = survey and a.form_id = form and each is not null
$$;
