-- What finds the names with words that begin like those of `value`, at the places named ('1', '2'); null when it has no words.
create or replace function names_with(value text, places text[] default '{1,2}') returns tsquery
  language sql immutable parallel safe
  return (select string_agg('(' || (select string_agg(place || word || case when length(word) > 10 then ':*' else '' end, ' | ')
      from unnest(places) as place) || ')', ' & ')
    from unnest(words_of(value)) as word)::tsquery;
