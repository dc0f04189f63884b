-- Long work that a person asked for.

-- Long work: what was asked for, how far it is, what came of it, and until when a worker has it in hand.
create table job (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][A-Za-z]*\.[A-Za-z]+$'),
  payload jsonb not null,
  subject text,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- Null when the account is gone: no user sees the job any more.
  asker_id bigint references person on delete set null,
  address text,
  -- When a worker may take it in hand. The one that has it moves this on, as its sign of life.
  next_at timestamptz not null default now(),
  -- Counts the claims: a worker with an older number has lost the job to another.
  run int not null default 0,
  -- The claims since it last got on: a job that ends its process again and again is given up.
  tries int not null default 0,
  done bigint not null default 0 check (done >= 0),
  total bigint check (total >= 0),
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  failures jsonb not null default '{}',
  file_id bigint references file on delete set null,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  constraint job_finished check ((state in ('DONE', 'FAILED', 'CANCELLED')) = (finished_at is not null)),
  constraint job_expires check ((finished_at is null) = (expires_at is null)),
  constraint job_file check (file_id is null or state = 'DONE'),
  constraint job_error check ((error is not null) = (state = 'FAILED'))
);
create index on job (asker_id, id desc);
create index on job (expires_at) where expires_at is not null;
create index on job (next_at) where state in ('WAITING', 'RUNNING');
create index on job (file_id) where file_id is not null;

-- A file that is made again and again, with the rights that its owner has at that time.
create table schedule (
  id bigint generated always as identity primary key,
  owner_id bigint not null references person on delete cascade,
  name text not null check (name <> '' and length(name) <= 100),
  kind text not null, payload jsonb not null, subject text,
  every text not null check (every in ('DAY', 'WEEK')), next_at timestamptz not null,
  delivery text not null check (delivery in ('HERE', 'MAIL', 'FOLDER')),
  paused boolean not null default false, version int not null default 1
);
create index on schedule (owner_id);
revoke update on schedule from canvass_app;
grant update (name, every, next_at, delivery, paused, version) on schedule to canvass_app;
alter table job add column schedule_id bigint references schedule on delete set null;
create index on job (schedule_id, id) where schedule_id is not null;

-- Whose a job is, and what it is about, never changes.
revoke update on job from canvass_app;
grant update (state, next_at, run, tries, done, total, succeeded, failed, failures, file_id, error, started_at, finished_at,
  expires_at) on job to canvass_app;

-- The rows that a bulk job is about, frozen when it was asked for, by the batches in which they are done: a million rows
-- are some thousand entries. Without a foreign key, as what a job leaves behind goes before it does.
create table job_batch (
  job_id bigint not null,
  n int not null,
  ids bigint[] not null,
  settled boolean not null default false,
  primary key (job_id, n)
);
-- Pressing the ids of a million rows together takes as long as everything else about them.
alter table job_batch alter column ids set storage external;
revoke update on job_batch from canvass_app;
grant update (settled) on job_batch to canvass_app;
-- What was done is done once.
create trigger done_once before update on job_batch for each row when (old.settled)
  execute function refuse_change();

-- The rows that were refused, and who uses those that are in use.
create table job_refusal (
  job_id bigint not null,
  id bigint not null,
  code text not null,
  used_by jsonb,
  primary key (job_id, id)
);
revoke update on job_refusal from canvass_app;
