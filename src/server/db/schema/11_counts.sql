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

-- Responses that changed since the file that has their columns was written; a row for each change.
create table form_change (
  survey_id bigint not null,
  form_id bigint not null
);
create index on form_change (survey_id, form_id);

-- Files of columns (responses/insight/column-files.ts): all responses of a survey whose numbers are in one part of all numbers.
create table column_file (
  survey_id bigint not null references survey on delete cascade,
  part bigint not null,
  name text not null unique,
  bytes bigint not null,
  written_at timestamptz not null,
  primary key (survey_id, part)
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
