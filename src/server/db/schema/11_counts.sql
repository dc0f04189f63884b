-- Kept counts of responses and tasks, so that no page counts a million rows.

-- Kept counts per survey, version, status and day of submission (UTC); slots keep parallel intakes apart, so that only
-- sums mean something. Drafts are not counted.
create table survey_counter (
  survey_id bigint not null,
  survey_version int not null,
  status text not null,
  day date not null,
  is_pilot boolean not null,
  slot smallint not null,
  n bigint not null,
  primary key (survey_id, survey_version, status, day, is_pilot, slot)
);
-- Days of all surveys.
create index on survey_counter (day);
-- What the folding of past days looks for.
create index on survey_counter (day) where slot <> 0;

-- Responses by survey, version and status, without their days: a list of all surveys adds up these instead of each day of
-- each survey. They follow survey_counter in the same transaction, so that both always agree; slots as there.
create table survey_total (
  survey_id bigint not null,
  survey_version int not null,
  status text not null,
  is_pilot boolean not null,
  slot smallint not null,
  n bigint not null,
  primary key (survey_id, survey_version, status, is_pilot, slot)
);
revoke insert, update, delete on survey_total from canvass_app;

-- Kept counts of open flags; slots as in survey_counter.
create table survey_flag_counter (
  survey_id bigint not null,
  is_pilot boolean not null,
  flag text not null,
  slot smallint not null,
  n bigint not null,
  primary key (survey_id, is_pilot, flag, slot)
);

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

-- Kept counts; slots keep parallel work apart, so that only sums mean something.
create table task_counter (
  survey_id bigint not null references survey on delete cascade,
  status smallint not null,
  slot smallint not null,
  n bigint not null,
  primary key (survey_id, status, slot)
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
