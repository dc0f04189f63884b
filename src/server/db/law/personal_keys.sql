-- The answers to personal questions of one response, by their keys.
create or replace function personal_keys(survey bigint, answers jsonb) returns text[] language sql stable as $$
  select coalesce(array_agg(key), '{}')
  from jsonb_object_keys(answers) key
    join question q on q.survey_id = survey and q.personal and q.id::text = split_part(key, '.', 1)
$$;
