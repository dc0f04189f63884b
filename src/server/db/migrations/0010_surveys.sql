-- Surveys: the draft that people edit (section, question, answer) and the immutable versions that responses are pinned to.

-- One amount of money in minor units: what a number of JavaScript and of JSON holds exactly.
create domain amount as bigint check (value between 1 and 9007199254740991);

create table survey (
  id bigint primary key default nextval('thing_id'),
  -- Opaque, unguessable, stable; starts with a letter so that it is never taken for a number.
  encoded_id text not null unique check (encoded_id ~ '^[a-z][A-Za-z0-9_-]{10,40}$'),
  title text not null collate natural_order,
  description text,
  summary text,
  company_id bigint references company,
  subcategory_id bigint references subcategory,
  site_id bigint references site,
  accessibility text not null default 'PRIVATE' check (accessibility in ('PRIVATE', 'PUBLIC')),
  starts_at timestamptz,
  ends_at timestamptz,
  survey_type text not null default 'FREE' check (survey_type in ('FREE', 'PAID')),
  amount_minor amount,
  currency text not null default 'MZN' check (currency ~ '^[A-Z]{3}$'),
  -- Of phone numbers that are written without a country code.
  country text check (country ~ '^[A-Z]{2}$'),
  payment_aggregation text not null default 'INDIVIDUAL' check (payment_aggregation in ('INDIVIDUAL', 'GROUPED')),
  aggregation_count int not null default 1,
  allow_multiple_responses boolean not null default false,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PILOT', 'PUBLISHED', 'PAUSED', 'CLOSED', 'ARCHIVED')),
  current_version int,
  owner_id bigint references person on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint survey_paid_amount check (survey_type = 'FREE' or amount_minor is not null),
  constraint survey_aggregation check (case payment_aggregation when 'GROUPED' then aggregation_count >= 2 else aggregation_count = 1 end),
  constraint survey_period check (ends_at > starts_at),
  constraint survey_published check (status = 'DRAFT' or current_version is not null)
);
create index on survey (company_id);
create index on survey (subcategory_id);
create index on survey (owner_id);
create index on survey (site_id);
-- The surveys that everybody sees.
create index survey_public on survey (id) where accessibility = 'PUBLIC';
call listed('survey', '{title,status,created_at,updated_at}', '{title}');

-- Texts of a survey carry one entry per language: {"en": "...", "pt-br": "..."}.
create domain localized as jsonb check (jsonb_typeof(value) = 'object' and value <> '{}'::jsonb);

-- Search text of a localized text: that of all its languages.
create function fold(texts jsonb) returns text language sql immutable parallel safe
  return (select string_agg(fold(entry.value), E'\n' order by entry.key) from jsonb_each_text(texts) entry);

create table section (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  title localized not null,
  position int not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on section (survey_id, position, id);
call listed('section', '{position,updated_at}', '{title}');

create table question (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  section_id bigint not null references section on delete cascade,
  code text not null check (code ~ '^[A-Za-z][A-Za-z0-9_]{0,49}$'),
  text localized not null,
  help localized,
  type text not null check (type in ('TEXT', 'LONG_TEXT', 'INTEGER', 'DECIMAL', 'DATE', 'SINGLE', 'MULTIPLE', 'GEOPOINT')),
  required boolean not null default false,
  validation jsonb not null default '{}',
  filterable boolean not null default false,
  identifying boolean not null default false,
  personal boolean not null default false,
  position int not null,
  -- The first published version that holds it: from then on code and type stay, and so does the question.
  first_version int,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint question_code_key unique (survey_id, code)
);
create index on question (section_id, position, id);
call listed('question', '{position,code,created_at,updated_at}', '{code,text}');

-- An answer is an option of a choice question (the seed nests answers in questions).
create table answer (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  question_id bigint not null references question on delete cascade,
  code text not null check (code ~ '^[^;\s][^;]{0,99}$'),
  text localized not null,
  is_other boolean not null default false,
  exclusive boolean not null default false,
  position int not null,
  first_version int,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint answer_code_key unique (question_id, code)
);
create index on answer (survey_id);
call listed('answer', '{position,code,updated_at}', '{code,text}');

-- What respondents saw: sections, questions and answers as one document with its checksum. Never changed.
create table survey_version (
  survey_id bigint not null references survey on delete cascade,
  number int not null check (number > 0),
  revision int not null default 0 check (revision >= 0),
  content jsonb not null,
  checksum bytea not null,
  published_at timestamptz not null default now(),
  published_by bigint references person on delete set null,
  primary key (survey_id, number, revision)
);
create index survey_version_published_by on survey_version (published_by);
revoke update, delete, truncate on survey_version from canvass_app;

create function survey_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'A published version is never changed' using errcode = '42501';
end $$;
create trigger survey_version_is_final before update of survey_id, number, revision, content, checksum on survey_version
  for each row execute function survey_version_is_final();
