-- Answers of sections that repeat in the index: a filter means "in any repetition". And an erasure takes them out too.

-- Whether the section of the question repeats in some version.
alter table indexed_question add column repeats boolean not null default false;

-- The rows of the index as answers are stored. In a section that repeats the key is `12.2`: each value counts once.
create view answer_to_index as
  select doc.survey_id, doc.id as form_id, asked.question_id, each.place, each.word, each.number
  from indexed_question asked join form_doc doc using (survey_id),
    lateral index_values(doc.answers -> asked.question_id::text, asked.kind) each
  where not asked.repeats
  union all
  select survey_id, form_id, question_id,
    row_number() over (partition by survey_id, form_id, question_id)::smallint, word, number
  from (
    select distinct doc.survey_id, doc.id as form_id, asked.question_id, each.word, each.number
    from indexed_question asked join form_doc doc using (survey_id),
      lateral jsonb_each(doc.answers) given,
      lateral index_values(given.value, asked.kind) each
    where asked.repeats and split_part(given.key, '.', 1) = asked.question_id::text and given.key !~ '\.other$'
  ) repeated;
revoke insert, update, delete on answer_to_index from canvass_app;

-- Questions that surveys had published by now.
with repeated as (
  insert into indexed_question (survey_id, question_id, code, kind, personal, repeats)
  select survey_id, (question ->> 'id')::bigint, min(question ->> 'code'), min(kind), bool_or((question ->> 'personal')::boolean), true
  from survey_version version, jsonb_path_query(version.content, '$.sections[*] ? (exists(@.repeat) && @.repeat != null).questions[*]') question,
    lateral (select case
      when question ->> 'type' in ('SINGLE', 'MULTIPLE', 'RANK', 'YES_NO') then 'WORD'
      when question ->> 'type' in ('TEXT', 'LONG_TEXT', 'PHONE', 'TIME', 'ADMIN_UNIT', 'SITE') then 'TEXT'
      when question ->> 'type' in ('INTEGER', 'DECIMAL', 'RATING') then 'NUMBER'
      when question ->> 'type' = 'DATE' then 'DAY'
      when question ->> 'type' = 'DATETIME' then 'MOMENT' end as kind) as of_type
  where kind is not null
  group by 1, 2 having bool_or((question ->> 'filterable')::boolean)
  on conflict (survey_id, question_id) do update set repeats = true, personal = indexed_question.personal or excluded.personal
  returning survey_id, question_id
)
delete from answer_index a using repeated r where a.survey_id = r.survey_id and a.question_id = r.question_id;

insert into answer_index (survey_id, form_id, question_id, place, word, number)
select survey_id, form_id, question_id, place, word, number from answer_to_index
where (survey_id, question_id) in (select survey_id, question_id from indexed_question where repeats);

-- All keys of a question begin with its id: `12`, `12.other`, `12.2`, `12.2.other`.
create or replace function erase_answer_changes(participant bigint) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update answer_change c set before = null, after = null, erased = true
  from form f, question q, person p
  where p.id = participant and p.anonymised_at is not null and f.participant_id = p.id
    and c.survey_id = f.survey_id and c.response_id = f.id and not c.erased
    and q.survey_id = f.survey_id and q.personal and split_part(c.key, '.', 1) = q.id::text
$$;

-- The answers to personal questions of one response, by their keys.
create function personal_keys(survey bigint, answers jsonb) returns text[] language sql stable as $$
  select coalesce(array_agg(key), '{}')
  from jsonb_object_keys(answers) key
    join question q on q.survey_id = survey and q.personal and q.id::text = split_part(key, '.', 1)
$$;

-- Participants who were erased before this migration.
update form_doc doc set answers = doc.answers - personal_keys(doc.survey_id, doc.answers)
from form f join person p on p.id = f.participant_id and p.anonymised_at is not null
where doc.survey_id = f.survey_id and doc.id = f.id and personal_keys(doc.survey_id, doc.answers) <> '{}';
delete from answer_index a using form f, person p, question q
where p.id = f.participant_id and p.anonymised_at is not null and a.survey_id = f.survey_id and a.form_id = f.id
  and q.survey_id = f.survey_id and q.id = a.question_id and q.personal;
select erase_answer_changes(id) from person where anonymised_at is not null;
