-- The trail: each action with its actor, sealed in blocks. Also the answers to requests with a key.

-- One action of a person, or of the server itself.
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
  address text,
  -- The seal is made of a digest of the details under this salt. Of erased ones the salt is gone and the digest kept, so the
  -- seal holds and tells nothing.
  salt uuid default gen_random_uuid(),
  erased bytea,
  constraint audit_erased check ((salt is null) = (erased is not null))
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
  -- its transactions again, and begins a new life at the highest id it came with.
  to_xid xid8 not null,
  after_id bigint not null,
  sealed_at timestamptz not null default now(),
  previous bytea not null,
  hash bytea not null unique
);
call append_only('audit_block');
revoke insert on audit_block from canvass_app;

-- The key of this house, made once and never another: every copy of the database has it. HMAC-SHA-256 (RFC 2104) takes it in
-- two halves. The app's role reads neither.
create table house_key (
  one boolean primary key default true check (one),
  inner_pad bytea not null,
  outer_pad bytea not null
);
revoke all on house_key from canvass_app;
create function padded(key bytea, pad int) returns bytea language plpgsql immutable as $$
declare
  made bytea := '';
begin
  for place in 0..63 loop
    made := made || set_byte('\x00', 0, pad # case when place < length(key) then get_byte(key, place) else 0 end);
  end loop;
  return made;
end $$;
insert into house_key (inner_pad, outer_pad)
  select padded(key, 54), padded(key, 92)
  from (select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) as key from generate_series(1, 4)) made;
drop function padded;
