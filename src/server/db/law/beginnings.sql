-- The beginnings of the words of one name, each once.
create or replace function beginnings(words tsvector) returns table (beginning text, starting int, other int)
  language sql immutable parallel safe as $$
  select substr(word, 2), 2 - min(left(word, 1)::int), min(left(word, 1)::int) - 1
  from unnest(tsvector_to_array(words)) as word where length(word) <= 11 group by 1
$$;
