-- The trail: what was done, by whom, sealed in blocks. And what requests with a key were answered.

-- The trail: what was done, by whom, sealed in blocks. And what requests with a key were answered.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Which transaction wrote the row: a sealer takes rows below the oldest running one, as ids do not commit in order.
  xid xid8 not null default pg_current_xact_id(),
  actor_id bigint,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  request_id text,
  address text
);
create index on audit (at, id);
create index on audit (actor_id, at, id);
create index on audit (action text_pattern_ops, at, id);
create index on audit (subject_type, subject_id, at, id);
create index on audit (xid);
call append_only('audit');
-- When and by which transaction a row was written is not for the app to say.
revoke insert on audit from canvass_app;
grant insert (actor_id, action, subject_type, subject_id, before, after, request_id, address) on audit to canvass_app;

-- What a request with an Idempotency-Key answered; kept for ever (payments.md §2).
create table idem_key (
  actor_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (actor_id, key)
);
revoke update, delete on idem_key from canvass_app;

-- Rows of the trail in blocks, each hashed together with the block before it (payments.md §2). Not even the owner changes
-- one; a superuser who does is found out by `npm run audit:verify`.
create table audit_block (
  id bigint generated always as identity primary key,
  -- Which rows of the trail: ids do not commit in order, so a block may have gaps that belong to the next one.
  ids int8multirange not null,
  n bigint not null check (n > 0),
  -- Rows of this and all blocks before.
  total bigint not null,
  -- Everything up to this transaction is sealed, of rows above `after_id`: a database that was restored elsewhere counts
  -- its transactions anew, and begins a new life at the highest id it came with.
  to_xid xid8 not null,
  after_id bigint not null,
  sealed_at timestamptz not null default now(),
  previous bytea not null,
  hash bytea not null unique
);
call append_only('audit_block');
revoke insert on audit_block from canvass_app;
