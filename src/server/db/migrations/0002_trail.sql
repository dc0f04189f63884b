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

-- The trail, sealed --------------------------------------------------------------------------------------------------

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

-- One row as it is hashed: the same text in every time zone and on every machine.
create function audit_text(a audit) returns text language sql stable as $$
  select jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.xid::text, a.actor_id, a.action,
    a.subject_type, a.subject_id, a.before, a.after, a.request_id, a.address)::text
$$;

-- Makes a block of the rows between two transactions; 50,000 rows or a little more, as transactions stay whole.
create function seal_rows(above xid8, below xid8, beyond_id bigint) returns bigint language plpgsql
  set search_path = public, pg_temp as $$
declare
  last audit_block;
  block audit_block;
begin
  select * into last from audit_block order by id desc limit 1;
  select max(xid) into block.to_xid from (
    select xid from audit where xid > above and xid < below and id > beyond_id order by xid limit 50000) first;
  if block.to_xid is null then return null; end if;
  select range_agg(int8range(a.id, a.id, '[]')), count(*),
    string_agg(sha256(convert_to(audit_text(a), 'UTF8')), ''::bytea order by a.id)
  into block.ids, block.n, block.hash
  from audit a where a.xid > above and a.xid <= block.to_xid and a.id > beyond_id;
  block.total := coalesce(last.total, 0) + block.n;
  block.previous := coalesce(last.hash, ''::bytea);
  block.hash := sha256(block.previous || sha256(block.hash) || convert_to(
    concat_ws('|', block.ids, block.n, block.total, block.to_xid, beyond_id), 'UTF8'));
  insert into audit_block (ids, n, total, to_xid, after_id, previous, hash)
  values (block.ids, block.n, block.total, block.to_xid, beyond_id, block.previous, block.hash)
  returning id into block.id;
  return block.id;
end $$;
revoke execute on function seal_rows from public;

-- Seals what no running transaction can add to any more; null when there is nothing to seal. One sealer at a time.
create function seal_audit() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_block;
  sealed bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal the trail', 0)) then return null; end if;
  select * into last from audit_block order by id desc limit 1;
  if last.to_xid > pg_current_xact_id() then
    -- Restored elsewhere: first what the former life left open, then this life.
    sealed := seal_rows(last.to_xid, '18446744073709551615', last.after_id);
    if sealed is not null then return sealed; end if;
    return seal_rows('0', pg_snapshot_xmin(pg_current_snapshot()), (select max(upper(ids)) - 1 from audit_block));
  end if;
  return seal_rows(coalesce(last.to_xid, '0'), pg_snapshot_xmin(pg_current_snapshot()), coalesce(last.after_id, 0));
end $$;
grant execute on function seal_audit to canvass_app;
