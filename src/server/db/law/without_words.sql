-- The same record with `erased` in the place of each text that has one of the words.
create or replace function without_words(doc jsonb, words text[]) returns jsonb language sql immutable parallel safe as $$
  select case jsonb_typeof(doc)
    when 'object' then (select coalesce(jsonb_object_agg(key, without_words(value, words)), '{}') from jsonb_each(doc))
    when 'array' then (select coalesce(jsonb_agg(without_words(value, words)), '[]') from jsonb_array_elements(doc))
    when 'string' then case when exists (select from unnest(words) w where position(w in doc #>> '{}') > 0) then '"erased"' else doc end
    else doc end
$$;
-- The same of a text.
create or replace function without_words(said text, words text[]) returns text language sql immutable parallel safe
  return case when exists (select from unnest(words) w where position(w in said) > 0) then 'erased' else said end;
