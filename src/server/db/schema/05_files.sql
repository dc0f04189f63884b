-- Stored files, and the tickets that open them.

-- One file that a person or a job left. Files of the same bytes share them.
create table file (
  id bigint generated always as identity primary key,
  sha256 bytea not null,
  mime text not null,
  bytes bigint not null check (bytes > 0),
  name text not null,
  -- The result of a job is for its asker alone.
  private boolean not null default false,
  -- It opens only while the asker holds one of these; none are asked for when it is empty.
  needs text[] not null default '{}',
  -- What its asker saw when it was made: "ALL" surveys, or those of these numbers. It opens only while they see them all.
  -- Null where nothing of it belongs to surveys.
  surveys jsonb,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now()
);
create index file_created_by on file (created_by);
create index on file (sha256);
-- Whose a file is, and what it is about, never changes.
revoke update on file from canvass_app;

-- Contents without a file, whose bytes are kept for a while: a restore to a moment before needs them.
create table dropped_content (
  sha256 bytea primary key,
  dropped_at timestamptz not null default now()
);
create index on dropped_content (dropped_at);

-- Opens one file once, for the person who asked for it.
create table file_ticket (
  ticket_hash bytea primary key,
  file_id bigint not null references file on delete cascade,
  expires_at timestamptz not null,
  holder_id bigint not null references person on delete cascade
);
create index on file_ticket (expires_at);
create index on file_ticket (file_id);
create index on file_ticket (holder_id);

-- What the organisation is called and looks like, on pages, prints and mails: one row, once it is set.
create table brand (like changed_record including all, id int primary key default 1 check (id = 1), name text, colour text, logo_id bigint unique references file);
