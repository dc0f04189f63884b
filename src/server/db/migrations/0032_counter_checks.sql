-- Each night the kept counts are compared with the truth, once.
create table counter_check (
  day date primary key,
  at timestamptz not null default now(),
  -- [{"counter": "survey_counter", "wrong": 3, "first": [{"of": ..., "kept": ..., "true": ...}]}]; empty when all is right.
  alarms jsonb not null check (jsonb_typeof(alarms) = 'array')
);
revoke insert, update, delete on counter_check from canvass_app;
grant insert (day, alarms) on counter_check to canvass_app;
