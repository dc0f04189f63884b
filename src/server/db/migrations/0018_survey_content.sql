-- All types of questions, conditions of sections and questions, and the rules that skip questions (product.md §4).

alter table question drop constraint question_type_check;
alter table question
  add constraint question_type_check check (type in ('TEXT', 'LONG_TEXT', 'INTEGER', 'DECIMAL', 'DATE', 'TIME', 'DATETIME',
    'SINGLE', 'MULTIPLE', 'RANK', 'YES_NO', 'RATING', 'PHONE', 'GEOPOINT', 'IMAGE', 'AUDIO', 'FILE', 'SIGNATURE', 'NOTE',
    'ADMIN_UNIT', 'SITE')),
  -- Expressions (domain/expression.ts): when it is asked, what must hold of its answer, what its answer is.
  add column relevant text,
  add column "constraint" text,
  add column calculation text;

alter table section add column relevant text;

-- The option of an earlier question that this one belongs to: a district's province.
alter table answer add column parent_code text;

-- A rule about the answer to one question: when it holds, the survey goes on elsewhere.
create table skip (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  from_question_id bigint not null references question,
  operator text not null check (operator in ('EQ', 'NE', 'IN', 'LT', 'LE', 'GT', 'GE', 'CONTAINS', 'ANSWERED', 'EMPTY')),
  value jsonb,
  answer_id bigint references answer,
  action text not null check (action in ('JUMP_TO_QUESTION', 'JUMP_TO_SECTION', 'END')),
  target bigint,
  -- The target by its own table: no record goes while a rule names it.
  target_question_id bigint generated always as (case action when 'JUMP_TO_QUESTION' then target end) stored
    references question,
  target_section_id bigint generated always as (case action when 'JUMP_TO_SECTION' then target end) stored
    references section,
  priority int not null default 1 check (priority between 1 and 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint skip_value check (case
    when operator in ('ANSWERED', 'EMPTY') then value is null and answer_id is null
    else (value is null) <> (answer_id is null) end),
  constraint skip_target check ((target is null) = (action = 'END'))
);
create index on skip (survey_id, priority, id);
create index on skip (from_question_id);
create index on skip (answer_id) where answer_id is not null;
create index on skip (target_question_id) where target_question_id is not null;
create index on skip (target_section_id) where target_section_id is not null;
create index on skip (priority, id);
create index on skip (updated_at, id);
call keep_count('skip');
