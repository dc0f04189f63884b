-- Surveys: the draft that people edit, its published versions, and who may reach it.

-- What a survey may be (domain/surveys/survey.ts). The start writes this table and the next two, so no list is kept twice.
create table survey_status (status text primary key);
-- The types that questions may have (domain/surveys/question-types.ts).
create table question_type (type text primary key);
-- Every lawful change of the status of a survey.
create table survey_move (from_status text not null, to_status text not null, primary key (from_status, to_status));
revoke insert, update, delete on survey_status, question_type, survey_move from canvass_app;

-- One row is a survey: its settings, its life and its pay.
create table survey (
  id bigint primary key default nextval('thing_id'),
  -- Opaque, unguessable, stable; starts with a letter so that it is never taken for a number.
  encoded_id text not null unique check (encoded_id ~ '^[a-z][A-Za-z0-9_-]{10,40}$'),
  title text not null collate natural_order,
  description text,
  summary text,
  company_id bigint references company, subcategory_id bigint references subcategory, site_id bigint references site,
  accessibility text not null default 'PRIVATE' check (accessibility in ('PRIVATE', 'PUBLIC')),
  starts_at timestamptz,
  ends_at timestamptz,
  survey_type text not null default 'FREE' check (survey_type in ('FREE', 'PAID')),
  amount_minor amount,
  currency text not null default 'MZN' check (currency ~ '^[A-Z]{3}$'),
  -- Of phone numbers that are written without a country code.
  country text check (country ~ '^[A-Z]{2}$'),
  -- The grant or cost code that pays for it.
  cost_code text check (length(cost_code) between 1 and 60),
  payment_aggregation text not null default 'INDIVIDUAL' check (payment_aggregation in ('INDIVIDUAL', 'GROUPED')),
  aggregation_count int not null default 1,
  allow_multiple_responses boolean not null default false, question_per_page boolean not null default false,
  status text not null default 'DRAFT' references survey_status,
  current_version int,
  owner_id bigint references person on delete set null,
  like changed_record including all,
  -- {"title": {"en": "..."}, "description": {...} or null, "summary": {...} or null}
    texts jsonb not null,
  grace_hours int not null default 0 check (grace_hours between 0 and 8760),
  participant_limit int check (participant_limit between 1 and 10000000),
  participant_required boolean not null default false, languages text[] not null default '{}', targets jsonb not null default '[]' check (jsonb_typeof(targets) = 'array'),
  -- Those who answered, kept with every intake: each participant once, and each response without one. Pilots do not count.
    participant_count int not null default 0,
  closed_at timestamptz,
  -- Of the last move, where it needed one.
    status_reason text check (length(status_reason) between 1 and 1000),
  -- Searches find a survey by its title in any language.
    titles_folded text generated always as (fold_texts(texts -> 'title')) stored,
  consent_text_id bigint,
  consent_kind text generated always as ('CONSENT') stored,
  instructions_text_id bigint,
  instructions_kind text generated always as ('INSTRUCTIONS') stored,
  closing_text_id bigint,
  closing_kind text generated always as ('MESSAGE') stored,
  constraint survey_paid_amount check (survey_type = 'FREE' or amount_minor is not null),
  constraint survey_aggregation check (case payment_aggregation when 'GROUPED' then aggregation_count >= 2 else aggregation_count = 1 end),
  constraint survey_period check (ends_at > starts_at),
  constraint survey_published check (status = 'DRAFT' or current_version is not null),
  constraint survey_texts check (jsonb_typeof(texts -> 'title') = 'object' and texts -> 'title' <> '{}'),
  constraint survey_participants check (participant_count <= participant_limit),
  constraint survey_closed check ((closed_at is not null) = (status in ('CLOSED', 'ARCHIVED'))),
  -- A survey never counts fewer participants than none, by whatever statement.
  constraint survey_participants_counted check (participant_count >= 0),
  -- `not valid`: rows of before keep the code that they have.
  constraint survey_currency foreign key (currency) references currency,
  constraint survey_consent_text foreign key (consent_text_id, consent_kind) references rich_text (id, kind),
  constraint survey_instructions_text foreign key (instructions_text_id, instructions_kind) references rich_text (id, kind),
  constraint survey_closing_text foreign key (closing_text_id, closing_kind) references rich_text (id, kind)
);
create index on survey (company_id);
create index on survey (subcategory_id);
create index on survey (owner_id);
create index on survey (site_id);
-- The surveys that everybody sees.
create index survey_public on survey (id) where accessibility = 'PUBLIC';
call listed('survey', '{title,status,created_at,updated_at}', '{title}');
create index on survey using gin (titles_folded gin_trgm_ops);
create index survey_ending on survey (ends_at) where status in ('PUBLISHED', 'PAUSED');
create index on survey (consent_text_id, id);
create index on survey (instructions_text_id, id);
create index on survey (closing_text_id, id);

-- A part of the draft of a survey, which may repeat.
create table section (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  title localized not null, media jsonb check (jsonb_typeof(media) = 'object'),
  position int not null,
  like changed_record including all,
  relevant text, appearance text check (length(appearance) between 1 and 500),
  -- The most repetitions, and the code of the question that says how many there are.
    repeat jsonb, groups jsonb check (jsonb_typeof(groups) = 'array'), form_path text check (form_path ~ '^([^/\s<>&"]+(/[^/\s<>&"]+)*)?$' and length(form_path) <= 500),
  constraint section_of_survey unique (id, survey_id),
  -- Sections that repeat (domain/surveys/survey.ts), and surveys that name a version which there is.
  constraint section_repeat check (repeat is null or case
      when jsonb_typeof(repeat) <> 'object' or jsonb_typeof(repeat -> 'max') is distinct from 'number' then false
      else (repeat ->> 'max')::numeric between 1 and 200 and (repeat ->> 'max')::numeric % 1 = 0 and repeat - 'max' - 'countCode' - 'depth' = '{}'
        and coalesce(repeat -> 'depth', '1')::text ~ '^[1-5]$' and jsonb_typeof(coalesce(repeat -> 'countCode', 'null')) in ('null', 'string') and coalesce(repeat ->> 'countCode', 'a') ~ '^[A-Za-z][A-Za-z0-9_]{0,49}$' end)
);
create index on section (survey_id, position, id);
call listed('section', '{position,updated_at}', '{title}');

-- A question of the draft of a survey.
create table question (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  section_id bigint not null references section on delete cascade,
  code text not null check (code ~ '^[A-Za-z][A-Za-z0-9_]{0,49}$'),
  text localized not null, media jsonb check (jsonb_typeof(media) = 'object'),
  help localized, type text not null, required boolean not null default false, validation jsonb not null default '{}',
  filterable boolean not null default false, identifying boolean not null default false, personal boolean not null default false,
  position int not null,
  -- The first published version that holds it: from then on code and type stay, and so does the question.
  first_version int,
  like changed_record including all,
  -- Expressions: when it is asked, what must hold of its answer, what its answer is.
  relevant text, "constraint" text, calculation text, option_filter text, appearance text check (length(appearance) between 1 and 500),
  form_path text check (form_path ~ '^[^/\s<>&"]+(/[^/\s<>&"]+)*$' and length(form_path) <= 500),
  -- What its answer begins with, what computes it again, whether people only see it; further help; the property of an entity that it is; the file of its options.
  initial text, trigger text, save_to text check (length(save_to) <= 100), read_only boolean not null default false, guidance localized, list jsonb check (jsonb_typeof(list) = 'object'),
  constraint question_code_key unique (survey_id, code), constraint question_form_path_key unique (survey_id, form_path),
  -- A rule names records of its own survey only, and an option of its own question; the words of its value are searched.
  constraint question_of_survey unique (id, survey_id),
  constraint question_type_known foreign key (type) references question_type
);
create index on question (section_id, position, id);
call listed('question', '{position,code,created_at,updated_at}', '{code,text}');

-- An answer is an option of a choice question (the seed nests answers in questions).
create table answer (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  question_id bigint not null references question on delete cascade,
  code text not null check (code ~ '^[^;\s][^;]{0,99}$'),
  text localized not null, media jsonb check (jsonb_typeof(media) = 'object'),
  is_other boolean not null default false,
  exclusive boolean not null default false,
  position int not null,
  first_version int,
  like changed_record including all,
  -- The option of an earlier question that this one belongs to: a district's province.
  parent_code text,
  columns jsonb check (jsonb_typeof(columns) = 'object'),
  constraint answer_code_key unique (question_id, code),
  constraint answer_of_question unique (id, question_id)
);
create index on answer (survey_id);
call listed('answer', '{position,code,updated_at}', '{code,text}');

-- A rule about the answer to one question: when it holds, the survey goes on elsewhere.
create table skip (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  from_question_id bigint not null,
  operator text not null check (operator in ('EQ', 'NE', 'IN', 'LT', 'LE', 'GT', 'GE', 'CONTAINS', 'ANSWERED', 'EMPTY')),
  value jsonb,
  answer_id bigint,
  action text not null check (action in ('JUMP_TO_QUESTION', 'JUMP_TO_SECTION', 'END')),
  target bigint,
  -- The target by its own table: no record goes while a rule names it.
  target_question_id bigint generated always as (case action when 'JUMP_TO_QUESTION' then target end) stored,
  target_section_id bigint generated always as (case action when 'JUMP_TO_SECTION' then target end) stored,
  priority int not null default 1 check (priority between 1 and 1000),
  like changed_record including all,
  value_folded text generated always as (fold(value #>> '{}')) stored,
  constraint skip_value check (case
    when operator in ('ANSWERED', 'EMPTY') then value is null and answer_id is null
    else (value is null) <> (answer_id is null) end),
  constraint skip_target check ((target is null) = (action = 'END')),
  constraint skip_from_question foreign key (from_question_id, survey_id) references question (id, survey_id),
  constraint skip_answer foreign key (answer_id, from_question_id) references answer (id, question_id),
  constraint skip_target_question foreign key (target_question_id, survey_id) references question (id, survey_id),
  constraint skip_target_section foreign key (target_section_id, survey_id) references section (id, survey_id)
);
create index on skip (survey_id, priority, id);
create index on skip (from_question_id);
create index on skip (answer_id) where answer_id is not null;
create index on skip (target_question_id) where target_question_id is not null;
create index on skip (target_section_id) where target_section_id is not null;
create index on skip (priority, id);
create index on skip (updated_at, id);
call keep_count('skip');
create index on skip using gin (value_folded gin_trgm_ops);

-- One row is a deleted part of a draft with all that went with it: for a day it comes back as it was.
create table removed_part (
  kind text not null check (kind in ('section', 'question', 'answer', 'skip')),
  id bigint not null,
  survey_id bigint not null references survey on delete cascade,
  -- By the name of the table; null without any.
  rows jsonb not null,
  removed_at timestamptz not null default now(),
  primary key (kind, id)
);
create index on removed_part (survey_id);

-- What respondents saw: sections, questions and answers as one document with its checksum. Never changed.
create table survey_version (
  survey_id bigint not null references survey on delete cascade,
  number int not null check (number > 0),
  revision int not null default 0 check (revision >= 0),
  content jsonb not null, checksum bytea not null,
  published_at timestamptz not null default now(),
  published_by bigint references person on delete set null,
  primary key (survey_id, number, revision)
);
create index survey_version_published_by on survey_version (published_by);
revoke update, delete, truncate on survey_version from canvass_app;

-- One file that stays beside the questions of a survey (domain/surveys/survey-files.ts). The contents of versions name it by its
-- id, so the bytes behind an id never change.
create table survey_file (
  id bigint generated always as identity primary key,
  -- Null: its survey is deleted, and a chore removes it with its bytes.
  survey_id bigint references survey on delete set null,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('LIST', 'MEDIA')),
  file_id bigint not null references file,
  md5 text not null check (md5 ~ '^[0-9a-f]{32}$'),
  list jsonb check (list is null or kind = 'LIST'), list_text text check ((list_text is null) = (list is null)),
  source text check (source is null or list is not null), in_draft boolean not null default true, first_version int
);
create unique index survey_file_name on survey_file (survey_id, name) where in_draft;
create index on survey_file (survey_id);
create index on survey_file (file_id);
create index survey_file_unused on survey_file (id) where survey_id is null or (not in_draft and first_version is null);
revoke update on survey_file from canvass_app;
grant update (in_draft, first_version) on survey_file to canvass_app;

-- The public link of a survey: who has the address may answer once, without an account (product.md §5). One for each survey.
create table survey_link (
  survey_id bigint primary key references survey on delete cascade,
  is_on boolean not null,
  -- The most responses by this link; null: as many as the survey takes.
  max_responses int check (max_responses > 0),
  response_count int not null default 0 check (response_count >= 0),
  expires_at timestamptz, version int not null default 1, updated_at timestamptz not null default now(),
  constraint survey_link_room check (max_responses is null or response_count <= max_responses)
);

-- A report of a survey (contract/reports.ts): texts, charts and tables in an order, whose figures are counted for each reader.
create table report (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  title localized not null, parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  like changed_record including all
);
create index on report (survey_id);
call listed('report', '{}', '{title}');

-- Tokens of programs for one survey: of a collecting app that sends responses, of an analysis that reads them; of one of the
-- staff for all surveys that they may fill in. The token itself is shown once; only its hash is kept.
create table survey_token (
  id bigint primary key generated always as identity,
  survey_id bigint references survey on delete cascade,
  kind text not null,
  -- Whose it is, in the words of the person who made it.
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Of a reading token: whether it reads personal answers too.
  personal boolean not null default false check (kind = 'READ' or not personal),
  expires_at timestamptz,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_address text,
  person_id bigint references person on delete cascade,
  -- Of a program: what it may do, and in which surveys; null: in those that it sees.
  permissions text[] check (permissions <> '{}'),
  survey_ids bigint[] check (survey_ids is null or survey_ids <> '{}' and permissions is not null),
  -- A participant's own link to a survey: a token that answers for this one person, without an account. STAFF: of their app.
  constraint survey_token_kind_check check (kind in ('COLLECT', 'READ', 'ANSWER', 'STAFF') and (kind = 'STAFF') = (survey_id is null)),
  constraint survey_token_person check ((kind in ('ANSWER', 'STAFF')) = (person_id is not null))
);
create index on survey_token (survey_id, id);
create index on survey_token (created_by);
-- What it opens is decided when it is made.
revoke update on survey_token from canvass_app;
grant update (revoked_at, last_used_at, last_address) on survey_token to canvass_app;
create index survey_token_of_person on survey_token (person_id) where person_id is not null;
-- A new link ends the one before.
create unique index survey_token_once on survey_token (survey_id, person_id) where kind = 'ANSWER' and revoked_at is null;

-- Where the responses to a survey must come from: one policy for each survey, under the survey's own id (product.md §4).
create table geolocation (
  survey_id bigint primary key references survey on delete cascade,
  mode text not null check (mode in ('OFF', 'CAPTURE', 'WARN', 'BLOCK')),
  reference text not null check (reference in ('SITE', 'POINT', 'ADMIN_UNIT')),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  administrative_unit_id bigint references administrative_unit,
  distance_meters int not null check (distance_meters between 10 and 50000),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint geolocation_point check ((latitude is null) = (longitude is null)),
  constraint geolocation_place check (mode = 'OFF' or case reference
    when 'POINT' then latitude is not null
    when 'ADMIN_UNIT' then administrative_unit_id is not null
    else true end)
);
create index on geolocation (administrative_unit_id) where administrative_unit_id is not null;

-- Who may do what with which survey, beside its owner and the holders of surveys.all (product.md §2, §4).
create table access_grant (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  subject_type text not null check (subject_type in ('USER', 'ROLE', 'COMPANY', 'ADMIN_UNIT', 'SITE')),
  subject_id bigint not null,
  access_right text not null check (access_right in ('COLLECT', 'VIEW', 'REVIEW', 'EDIT', 'EXPORT', 'MANAGE')),
  -- Whom of the subject it reaches; null: everybody.
  filter jsonb,
  -- From then on it counts for nothing; null: it stays.
  expires_at timestamptz,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  -- The subject by its own table: the grant goes with a person or role; of another one it keeps the subject from deletion.
  person_id bigint generated always as (case subject_type when 'USER' then subject_id end) stored references person on delete cascade,
  role_id int generated always as (case subject_type when 'ROLE' then subject_id end) stored references role on delete cascade,
  company_id bigint generated always as (case subject_type when 'COMPANY' then subject_id end) stored references company,
  administrative_unit_id bigint
    generated always as (case subject_type when 'ADMIN_UNIT' then subject_id end) stored references administrative_unit,
  site_id bigint generated always as (case subject_type when 'SITE' then subject_id end) stored references site,
  -- What the filter names.
  filter_unit_id bigint generated always as ((filter ->> 'administrativeUnitId')::bigint) stored references administrative_unit,
  filter_category_id bigint generated always as ((filter ->> 'siteCategoryId')::bigint) stored references site_category,
  constraint access_grant_once unique nulls not distinct (survey_id, subject_type, subject_id, access_right, filter),
  -- Staff who keep sites and units could move a place, and with it a right (domain/people/access-rule.ts).
    constraint access_grant_place check (subject_type in ('USER', 'ROLE') or access_right = 'COLLECT'),
  constraint access_grant_filter check (filter is null or (
      jsonb_typeof(filter) = 'object' and filter <> '{}' and access_right = 'COLLECT' and subject_type <> 'USER'))
);
create index on access_grant (person_id, survey_id) where person_id is not null;
create index on access_grant (role_id, survey_id) where role_id is not null;
create index on access_grant (created_by);
create index on access_grant (company_id) where company_id is not null;
create index on access_grant (administrative_unit_id) where administrative_unit_id is not null;
create index on access_grant (site_id) where site_id is not null;
create index on access_grant (filter_unit_id) where filter_unit_id is not null;
create index on access_grant (filter_category_id) where filter_category_id is not null;
