-- How many responses have each answer, by day and status, so that a list narrowed by an answer need not count them, however
-- many they are. A write notes only that a response is to be counted again; the worker counts many of them at once. Until
-- then readers take those few as they are. Without triggers, as for responses (0011_responses.sql).

-- Whether one response may have several words: several options, or a section that repeats.
alter table indexed_question add column several boolean not null default false;
update indexed_question set several = true
where repeats or (survey_id, question_id) in (
  select survey_id, (question ->> 'id')::bigint
  from survey_version, jsonb_path_query(content, '$.sections[*].questions[*] ? (@.type == "MULTIPLE" || @.type == "RANK")') question);

create table answer_counter (
  survey_id bigint not null,
  question_id bigint not null,
  -- An option's code; empty for any answer at all, which is all that is counted of texts, numbers and days.
  word text collate "C" not null,
  -- Of submission, in UTC.
  day date not null,
  status text not null,
  is_pilot boolean not null,
  n bigint not null,
  primary key (survey_id, question_id, word, day, status, is_pilot)
);
revoke insert, update, delete on answer_counter from canvass_app;
grant insert, update on answer_counter to canvass_app;

-- Responses to count again, and as which they are counted: without a status as none yet.
create table answer_recount (
  survey_id bigint not null,
  form_id bigint not null,
  status text,
  day date,
  is_pilot boolean,
  -- As `counted_answers` had them, where the index has others since.
  answers text[],
  primary key (survey_id, form_id),
  constraint answer_recount_whole check ((status is null) = (day is null) and (status is null) = (is_pilot is null))
);

-- The counted answers of one response, each once: `12 yes`, and `12 ` for any answer to question 12.
create function counted_answers(survey bigint, form bigint) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(distinct each), '{}')
  from answer_index a join indexed_question asked using (survey_id, question_id),
    unnest(array[question_id || ' ', case when asked.kind = 'WORD' then question_id || ' ' || a.word end]) each
  where a.survey_id = survey and a.form_id = form and each is not null
$$;

-- Held by a publication that adds questions to those that are counted, and shared by all that read `counted_answers`.
create function counted_questions_lock() returns bigint language sql immutable as $$
  select hashtextextended('questions of answer_counter', 0)
$$;

-- Before the personal answers of a participant go, whose responses are locked.
create function recount_answers_of(participant bigint) returns void language sql as $$
  select pg_advisory_xact_lock_shared(counted_questions_lock());
  insert into answer_recount as noted (survey_id, form_id, status, day, is_pilot, answers)
  select survey_id, id, status, (submitted_at at time zone 'UTC')::date, is_pilot, counted_answers(survey_id, id)
  from form where participant_id = participant and status <> 'DRAFT' order by 1, 2
  on conflict (survey_id, form_id) do update set answers = coalesce(noted.answers, excluded.answers);
$$;

-- The counters as the index has them, by joins of whole surveys whatever the statistics say.
set local enable_nestloop = off;
set local work_mem = '128MB';
insert into answer_counter (survey_id, question_id, word, day, status, is_pilot, n)
select answered.survey_id, question_id, word, (submitted_at at time zone 'UTC')::date, status, is_pilot, sum(n)
from (
  -- One answer is one row; of several, each word counts once, and so does the answer.
  select a.survey_id, a.question_id, a.form_id, each.word, 1 as n
  from answer_index a join indexed_question asked on asked.survey_id = a.survey_id and asked.question_id = a.question_id,
    unnest(case when asked.kind = 'WORD' then array['', a.word] else array[''] end) each(word)
  where not asked.several
  union all
  select distinct a.survey_id, a.question_id, a.form_id, each.word, 1
  from answer_index a join indexed_question asked on asked.survey_id = a.survey_id and asked.question_id = a.question_id,
    unnest(case when asked.kind = 'WORD' then array['', a.word] else array[''] end) each(word)
  where asked.several
) answered join form on form.survey_id = answered.survey_id and form.id = answered.form_id
where form.status <> 'DRAFT' group by 1, 2, 3, 4, 5, 6;
set local enable_nestloop to default;
set local work_mem to default;

-- Counts read the index alone as far as it was vacuumed: new rows of so large a table would else wait for a fifth of it.
alter table answer_index set (autovacuum_vacuum_insert_scale_factor = 0.02);
