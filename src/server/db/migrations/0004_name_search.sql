-- Participants are found by the beginnings of the words of their names, in a hundred names or in millions: an index of all
-- beginnings finds those who have several, kept counts tell the totals of each.

-- `value` as the words it is made of, without case, accents and signs; each Chinese sign is a word.
create function words_of(value text) returns text[] language sql immutable parallel safe
  return array_remove(string_to_array(
    regexp_replace(regexp_replace(fold(value), '([一-鿿㐀-䶿])', ' \1 ', 'g'), '[^[:alnum:]]+', ' ', 'g'), ' '), '');

-- The words of a name as the index keeps them: every beginning up to ten letters, and longer words whole. A word that is
-- looked for is thus one entry of the index, and several of them meet without a look at all that begins like each. `1mar`:
-- the name itself begins with it, so that all whose names do lie together in their order (only letters that sort by their
-- base letter promise that); `2mar`: any other place.
create function name_index(name text) returns tsvector language plpgsql immutable parallel safe as $$
declare
  words text[] := public.words_of(name);
  word text;
  place text := case when words[1] ~ '^[a-z]+$'
    and lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')) ~ ('^' || words[1] || '(?![a-z0-9])')
    then '1' else '2' end;
  entries text := '';
begin
  foreach word in array words loop
    for size in 1 .. least(length(word), 10) loop
      entries := entries || ' ' || place || left(word, size);
    end loop;
    if length(word) > 10 then entries := entries || ' ' || place || word; end if;
    place := '2';
  end loop;
  return entries::tsvector;
end $$;

-- What finds the names with words that begin like those of `value`, at the places named ('1', '2'); null when it has no words.
create function names_with(value text, places text[] default '{1,2}') returns tsquery
  language sql immutable parallel safe
  return (select string_agg('(' || (select string_agg(place || word || case when length(word) > 10 then ':*' else '' end, ' | ')
      from unnest(places) as place) || ')', ' & ')
    from unnest(words_of(value)) as word)::tsquery;

-- How many participants have a name with a word that begins so, up to ten letters: as the beginning of the name, or only
-- elsewhere in it.
create table name_beginning (
  beginning text not null collate "C",
  slot smallint not null,
  starting bigint not null,
  other bigint not null,
  primary key (beginning, slot)
);
revoke insert, update, delete on name_beginning from canvass_app;

-- The beginnings of the words of one name, each once.
create function beginnings(words tsvector) returns table (beginning text, starting int, other int)
  language sql immutable parallel safe as $$
  select substr(word, 2), 2 - min(left(word, 1)::int), min(left(word, 1)::int) - 1
  from unnest(tsvector_to_array(words)) as word where length(word) <= 11 group by 1
$$;

create function count_beginnings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := 'select name_words, 1 as n from new_rows where admin_type = ''PARTICIPANT''';
  taken text := 'select name_words, -1 as n from old_rows where admin_type = ''PARTICIPANT''';
begin
  execute format($q$
    insert into name_beginning as c (beginning, slot, starting, other)
    select beginning, pg_backend_pid() %% 16, sum(n * starting), sum(n * other) from (
      select name_words, sum(n) as n from (%s) change group by name_words having sum(n) <> 0
    ) changed, beginnings(name_words)
    group by beginning having sum(n * starting) <> 0 or sum(n * other) <> 0 order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other $q$,
    case tg_op when 'INSERT' then added when 'DELETE' then taken else added || ' union all ' || taken end);
  return null;
end $$;
