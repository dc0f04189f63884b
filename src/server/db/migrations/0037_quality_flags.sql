-- Quality flags of responses. `form.flags` names the open ones, whatever raised them; `form_flag` says why, and who dismissed
-- one. Keys carry the survey and there are no triggers, as for responses (0011_responses.sql).

create table form_flag (
  survey_id bigint not null,
  id bigint not null,
  flag text not null check (flag ~ '^[A-Z_]{1,40}$'),
  -- What it was raised for (domain/quality-flags.ts). It names other responses and questions, never an answer.
  facts jsonb not null default '{}',
  dismissed_at timestamptz,
  dismissed_by bigint references person on delete set null,
  note text check (length(note) between 1 and 2000),
  primary key (survey_id, id, flag),
  foreign key (survey_id, id) references form on delete cascade,
  constraint form_flag_dismissed check ((dismissed_at is null) = (note is null))
);
create index on form_flag (dismissed_by) where dismissed_by is not null;

-- Hashes of what responses may have in common: their answers, parts of them, phones, device and place.
create table form_print (
  survey_id bigint not null,
  is_pilot boolean not null,
  kind smallint not null,
  hash bigint not null,
  id bigint not null,
  primary key (survey_id, is_pilot, kind, hash, id),
  foreign key (survey_id, id) references form on delete cascade
);
create index on form_print (survey_id, id);

create index on form using gin (flags) where flags <> '{}';

-- Kept counts of open flags; slots as in survey_counter.
create table survey_flag_counter (
  survey_id bigint not null,
  is_pilot boolean not null,
  flag text not null,
  slot smallint not null,
  n bigint not null,
  primary key (survey_id, is_pilot, flag, slot)
);
insert into survey_flag_counter
  select survey_id, is_pilot, flag, 0, count(*) from form, unnest(flags) flag where status <> 'DRAFT' group by 1, 2, 3;

-- How strict the flags of a survey are; without a row, as domain/quality-flags.ts has it.
create table survey_quality (
  survey_id bigint primary key references survey on delete cascade,
  alike_percent int not null check (alike_percent between 50 and 100),
  seconds_per_answer int not null check (seconds_per_answer between 0 and 600),
  most_people int not null check (most_people between 1 and 1000),
  updated_at timestamptz not null default now()
);

-- What the numbers of a survey usually are, measured again whenever a quarter more responses have come.
create table survey_usual (
  survey_id bigint primary key references survey on delete cascade,
  seen bigint not null,
  measured_at bigint not null default 0,
  -- {"<question id>": [low, high]}
  ranges jsonb not null default '{}'
);
