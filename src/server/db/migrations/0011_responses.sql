-- Responses. Keys carry the survey so that these tables can be partitioned or distributed by it; for the same reason
-- they have no triggers: counters, versions and audit stand in the statements (quality.md, Scale).

create table form (
  survey_id bigint not null references survey,
  id bigint not null default nextval('thing_id'),
  survey_version int not null,
  participant_id bigint references person,
  -- The participant when the survey takes one response of each, else null.
  once_key bigint,
  status text not null check (status in ('DRAFT', 'RECEIVED', 'IN_REVIEW', 'HAS_ISSUES', 'EDITED', 'APPROVED', 'REJECTED')),
  source text not null check (source in ('SCREEN', 'EXCEL', 'API', 'STAFF')),
  is_pilot boolean not null default false,
  -- The sender's own name of the form: a form sent again is the same form.
  client_uuid text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy real check (accuracy >= 0),
  flags text[] not null default '{}',
  submitted_at timestamptz not null,
  received_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by bigint references person,
  reason text,
  upload_id bigint,
  row_version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (survey_id, id),
  constraint form_client_uuid unique (survey_id, client_uuid),
  constraint form_once_key unique (survey_id, once_key)
);
create index on form (id);
-- What lists page through: the keys of a page come from the index alone.
create index on form (submitted_at desc, id desc) include (survey_id) where status <> 'DRAFT';
create index on form (status, submitted_at desc, id desc) include (survey_id) where status <> 'DRAFT';
create index on form (survey_id, submitted_at desc, id desc) where status <> 'DRAFT';
create index on form (survey_id, status, submitted_at desc, id desc) where status <> 'DRAFT';
create index on form (reviewed_at, id) include (survey_id) where status <> 'DRAFT';
create index on form (status, id) include (survey_id) where status <> 'DRAFT';
create index on form (participant_id, submitted_at desc, id desc);
create index on form (client_uuid text_pattern_ops);
create index form_reviewed_by on form (reviewed_by) where reviewed_by is not null;

create table form_doc (
  survey_id bigint not null,
  id bigint not null,
  -- {"<question id>": value}; the value's form is that of domain/answers.ts.
  answers jsonb not null,
  paradata jsonb not null default '{}',
  primary key (survey_id, id),
  foreign key (survey_id, id) references form on delete cascade
);

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

-- One uploaded workbook; the same bytes again are answered from here.
create table form_upload (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  sha256 bytea not null,
  name text not null,
  result jsonb not null,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  constraint form_upload_once unique (survey_id, sha256)
);
create index form_upload_created_by on form_upload (created_by);
