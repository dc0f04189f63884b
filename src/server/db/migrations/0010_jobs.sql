-- Long work: what was asked for, how far it is, what came of it. The queue beside it (pg-boss's own schema) only says
-- which process works on it.

create table job (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][A-Za-z]*\.[A-Za-z]+$'),
  payload jsonb not null,
  subject text,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- Null when the account is gone: nobody sees the job any more.
  asker_id bigint references person on delete set null,
  address text,
  -- The queue's entry that may run it; every other entry is an old one.
  queue_id uuid not null,
  -- Counts the takings in hand: whoever holds an older number has lost the job to somebody else.
  run int not null default 0,
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
create index on job (id) where state in ('WAITING', 'RUNNING');
create index on job (file_id) where file_id is not null;

-- The rows that a bulk job is about, frozen when it was asked for. Without a foreign key, which would cost most of the time
-- that freezing a million rows takes; they go before their job goes.
create table job_item (
  job_id bigint not null,
  id bigint not null,
  -- OK or the code of what refused it; null while it waits.
  outcome text,
  primary key (job_id, id)
);

-- What was done is done once.
create trigger done_once before update on job_item for each row when (old.outcome is not null)
  execute function refuse_change();
revoke update on job_item from canvass_app;
grant update (outcome) on job_item to canvass_app;

-- The result of a job is for its asker alone.
alter table file add column private boolean not null default false;
