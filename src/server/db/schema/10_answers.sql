-- Answers that lists are narrowed by, and what is strange about responses.

-- The questions whose answers are kept here. Publishing adds them; a question that was once added stays.
create table indexed_question (
  survey_id bigint not null references survey on delete cascade,
  question_id bigint not null,
  code text not null,
  -- WORD: codes of options. TEXT: without regard to case and accents. DAY and MOMENT: seconds since 1970, in UTC.
  kind text not null check (kind in ('WORD', 'TEXT', 'NUMBER', 'DAY', 'MOMENT')),
  -- Some version calls it personal.
  personal boolean not null,
  -- Whether the section of the question repeats in some version.
  repeats boolean not null default false,
  -- Whether one response may have several words: several options, or a section that repeats.
  several boolean not null default false,
  primary key (survey_id, question_id)
);

-- One answer that lists are narrowed by, as word or number. Such rows are half of all bytes: each is as short as it can be.
create table answer_index (
  form_id bigint not null,
  survey_id bigint not null,
  question_id int not null,
  word text collate "C",
  number double precision,
  constraint answer_index_value check ((word is null) <> (number is null)),
  foreign key (survey_id, form_id) references form on delete cascade
);
-- No key: all answers of a response share one entry.
create index on answer_index (survey_id, form_id);
create index answer_index_word on answer_index (question_id, word, form_id) where word is not null;
create index answer_index_number on answer_index (question_id, number, form_id) where number is not null;
-- Counts read the index alone as far as it was vacuumed: new rows of so large a table would else wait for a fifth of it.
alter table answer_index set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Quality flags of responses. `form.flags` names the open ones, whatever raised them; `form_flag` says why, and who dismissed
-- one.
create table form_flag (
  survey_id bigint not null,
  id bigint not null,
  flag text not null check (flag ~ '^[A-Z_]{1,40}$'),
  -- What it was raised for (domain/answers/quality-flags.ts). It names other responses and questions, never an answer.
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
create index form_print_device on form_print (hash) where kind = 2;

-- How strict the flags of a survey are; without a row, as domain/answers/quality-flags.ts has it.
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
