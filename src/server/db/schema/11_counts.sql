-- Kept counts of responses and tasks, so that no page counts a million rows.

-- Responses by survey, version, status and day of submission (UTC). Drafts are not counted.
call counter('survey_counter', 'survey_id bigint, survey_version int, status text, day date, is_pilot boolean');
-- Days of all surveys.
create index on survey_counter (day);
-- What the folding of past days looks for.
create index on survey_counter (day) where slot <> 0;

-- Responses by survey, version and status, without their days: a list of all surveys adds up these instead of each day of
-- each survey.
call counter('survey_total', 'survey_id bigint, survey_version int, status text, is_pilot boolean');

-- Open flags of responses.
call counter('survey_flag_counter', 'survey_id bigint, is_pilot boolean, flag text');

-- Tasks by survey and status.
call counter('task_counter', 'survey_id bigint, status smallint');

-- How many responses of a day gave an answer.
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

-- Each night the kept counts are compared with the truth, once.
create table counter_check (
  day date primary key,
  at timestamptz not null default now(),
  -- [{"counter": "survey_counter", "wrong": 3, "first": [{"of": ..., "kept": ..., "true": ...}]}]; empty when all is right.
  alarms jsonb not null check (jsonb_typeof(alarms) = 'array')
);
revoke insert, update, delete on counter_check from canvass_app;
grant insert (day, alarms) on counter_check to canvass_app;
