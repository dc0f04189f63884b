-- Intake stores one response at a time, often with a new participant: what that sets off is planned once for each
-- connection. A text that is put together is planned at every call.

-- As in 0005_people.sql.
create or replace function count_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken text := 'select admin_type, status, -1 as n from old_rows';
begin
  if tg_op = 'INSERT' then
    insert into row_counter as c (name, slot, n)
    select 'person:' || admin_type || ':' || status, pg_backend_pid() % 16, count(*)
    from new_rows group by admin_type, status order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n;
    return null;
  end if;
  execute format($q$
    insert into row_counter as c (name, slot, n)
    select 'person:' || admin_type || ':' || status, pg_backend_pid() %% 16, sum(n)
    from (%s) change group by admin_type, status having sum(n) <> 0 order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n $q$,
    case tg_op when 'DELETE' then taken else 'select admin_type, status, 1 as n from new_rows union all ' || taken end);
  return null;
end $$;

-- As in 0004_name_search.sql.
create or replace function count_beginnings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := 'select name_words, 1 as n from new_rows where admin_type = ''PARTICIPANT''';
  taken text := 'select name_words, -1 as n from old_rows where admin_type = ''PARTICIPANT''';
begin
  if tg_op = 'INSERT' then
    insert into name_beginning as c (beginning, slot, starting, other)
    select beginning, pg_backend_pid() % 16, sum(n * starting), sum(n * other) from (
      select name_words, count(*) as n from new_rows where admin_type = 'PARTICIPANT' group by name_words
    ) changed, beginnings(name_words)
    group by beginning order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other;
    return null;
  end if;
  execute format($q$
    insert into name_beginning as c (beginning, slot, starting, other)
    select beginning, pg_backend_pid() %% 16, sum(n * starting), sum(n * other) from (
      select name_words, sum(n) as n from (%s) change group by name_words having sum(n) <> 0
    ) changed, beginnings(name_words)
    group by beginning having sum(n * starting) <> 0 or sum(n * other) <> 0 order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other $q$,
    case tg_op when 'DELETE' then taken else added || ' union all ' || taken end);
  return null;
end $$;

-- The rows of the index of one response's answers: of answers at hand, which are not unpacked again for each question.
create function index_rows(survey bigint, answers jsonb)
  returns table (question_id bigint, place smallint, word text, number double precision)
  language sql stable parallel safe as $$
  select asked.question_id, each.place, each.word, each.number
  from indexed_question asked, lateral index_values(answers -> asked.question_id::text, asked.kind) each
  where asked.survey_id = survey and not asked.repeats
  union all
  select question_id, row_number() over (partition by question_id)::smallint, word, number
  from (
    select distinct asked.question_id, each.word, each.number
    from indexed_question asked, lateral jsonb_each(answers) given, lateral index_values(given.value, asked.kind) each
    where asked.survey_id = survey and asked.repeats
      and split_part(given.key, '.', 1) = asked.question_id::text and given.key !~ '\.other$'
  ) repeated
$$;

create or replace view answer_to_index as
  select doc.survey_id, doc.id as form_id, index.question_id, index.place, index.word, index.number
  from form_doc doc, lateral index_rows(doc.survey_id, doc.answers) index;
