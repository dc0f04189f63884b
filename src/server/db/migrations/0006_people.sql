-- People and their rights beyond what the house is built on: duties kept apart, grants that wait for a second
-- administrator, one-time passwords, counts and indexes for participants by the million.

-- Who releases money grants no rights, and the other way round (domain/permissions.ts tells which is which).
alter table permission add column duty text check (duty in ('MONEY', 'RIGHTS'));
-- Permissions that people make never decide over money or rights, and none looks as if it did (domain/permissions.ts).
alter table permission add constraint permission_custom check (built_in or (
  duty is null and area = case when name like 'visit.%' then 'visit' else 'custom' end
  and regexp_replace(fold(name), '[^[:alnum:]]', '', 'g') !~ '^(payments|roles|admins)'));
create unique index permission_name_twin on permission (lower(name));
-- Which duty a permission belongs to is not for the app to say.
revoke insert, update on permission from canvass_app;
grant insert (name, area, description), update (description) on permission to canvass_app;

create function duties_are_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Two who grant at the same moment queue here, and the second sees what the first did.
  perform from role where id in (select role_id from new_rows) order by id for no key update;
  if exists (
    select from role_permission rp join permission p on p.id = rp.permission_id
    where rp.role_id in (select role_id from new_rows) and p.duty is not null
    group by rp.role_id having count(distinct p.duty) > 1
  ) then raise exception 'DUTIES_CONFLICT' using errcode = 'CV001'; end if;
  return null;
end $$;
create trigger duties_are_apart after insert on role_permission referencing new table as new_rows
  for each statement execute function duties_are_apart();
-- Grants come and go, they are never rewritten.
revoke update on role_permission from canvass_app;

-- A payment permission that one administrator granted and a second one has not confirmed yet. Until then neither
-- `role_permission` nor `person.role_id` know of it.
create table pending_grant (
  id bigint generated always as identity primary key,
  role_id int not null references role on delete cascade,
  -- Who is to get the role; null: the role itself is to get the permissions.
  person_id bigint references person on delete cascade,
  -- The payment steps that wait.
  permissions text[] not null check (cardinality(permissions) > 0),
  requested_by bigint not null references person on delete cascade,
  requested_at timestamptz not null default now(),
  -- Who confirmed it, while it takes effect: in the same transaction it goes.
  confirmed_by bigint
);
create unique index pending_grant_person on pending_grant (person_id) where person_id is not null;
-- A role may have several: each of the steps stays with who asked for it first.
create index on pending_grant (role_id);
create index on pending_grant (requested_by);
-- What waits shrinks or is confirmed; what it is about, and who asked, stands.
revoke insert, update on pending_grant from canvass_app;
grant insert (role_id, person_id, permissions, requested_by), update (permissions, confirmed_by)
  on pending_grant to canvass_app;

-- Through whose hands the password of an account came last: who made the account or reset it for them. Without a row it came
-- from the server itself. It stays when the person chooses a password of their own, for the giver may have been the one who
-- chose it, and it outlives both accounts: whoever deletes the one in between is still behind what came after it.
create table credential_origin (
  person_id bigint primary key,
  given_by bigint not null check (given_by <> person_id)
);
create index on credential_origin (given_by);
-- The app neither forgets a giver nor names another one, but by giving a password.
revoke insert, update, delete on credential_origin from canvass_app;

-- Notes who gave the password, in the transaction that gave it and in no other.
create function note_giver(whose bigint, giver bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from person where id = whose and must_change_password and xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'No password was given here' using errcode = '42501'; end if;
  insert into credential_origin (person_id, given_by) values (whose, giver)
  on conflict (person_id) do update set given_by = excluded.given_by;
end $$;
revoke execute on function note_giver from public;
grant execute on function note_giver to canvass_app;

-- Whether one person may be behind both accounts: the one's password came from the other, or both have a giver in common.
create function same_hands(one_id bigint, other_id bigint) returns boolean language sql stable as $$
  with recursive hands (side, id) as (
    values (1, one_id), (2, other_id)
    union
    select side, given_by from hands join credential_origin on person_id = id
  )
  select exists (select from hands a join hands b using (id) where a.side = 1 and b.side = 2)
$$;

-- The giver of an account is known by its id, which therefore stays.
create function person_stays_the_same() returns trigger language plpgsql as $$
begin
  raise exception 'The id of an account does not change' using errcode = '42501';
end $$;
create trigger person_stays_the_same before update of id on person
  for each statement execute function person_stays_the_same();

-- Who acts is what the app says; that the two of a grant are two is said here (domain/access.ts, confirmRefusal).
create function grant_is_confirmed_by_another() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  granting constant bigint[] := array(
    select p.id from person p join role_permission rp using (role_id) join permission q on q.id = rp.permission_id
    where p.id in (new.requested_by, new.confirmed_by) and p.admin_type = 'ADMIN' and p.status = 'ACTIVE'
      and q.name = 'roles.grantPayments');
begin
  if not new.permissions <@ old.permissions then
    raise exception 'A grant that waits does not grow' using errcode = '42501';
  elsif new.confirmed_by is null then
    return new;
  elsif new.confirmed_by = new.requested_by then
    raise exception 'GRANT_NEEDS_SECOND' using errcode = 'CV001';
  elsif same_hands(new.requested_by, new.confirmed_by) then
    raise exception 'GRANT_SAME_HANDS' using errcode = 'CV001';
  elsif not array[new.requested_by, new.confirmed_by] <@ granting then
    raise exception 'GRANT_VOID' using errcode = 'CV001';
  end if;
  return new;
end $$;
create trigger grant_is_confirmed_by_another before update on pending_grant
  for each row execute function grant_is_confirmed_by_another();

-- Payment steps come into force by a confirmed grant alone. What the server itself does is done by the owner of the tables.
create function steps_of_role_are_confirmed() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if current_user = 'canvass_app' and exists (
    select from new_rows n join permission p on p.id = n.permission_id
    where p.duty = 'MONEY' and not exists (
      select from pending_grant g where g.role_id = n.role_id and g.person_id is null
        and g.confirmed_by is not null and p.name = any(g.permissions))
  ) then raise exception 'GRANT_NEEDS_SECOND' using errcode = 'CV001'; end if;
  return null;
end $$;
create trigger steps_of_role_are_confirmed after insert on role_permission referencing new table as new_rows
  for each statement execute function steps_of_role_are_confirmed();

-- Staff who are new, or were suspended, held nothing before.
create function steps_of_person_are_confirmed() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  held constant int := case when tg_op = 'UPDATE' and old.admin_type = 'ADMIN'
    and not (old.status = 'SUSPENDED' and new.status = 'ACTIVE') then old.role_id end;
begin
  if current_user = 'canvass_app' and exists (
    select from role_permission rp join permission p on p.id = rp.permission_id
    where rp.role_id = new.role_id and p.duty = 'MONEY'
      and not exists (select from role_permission h where h.role_id = held and h.permission_id = p.id)
      and not exists (
        select from pending_grant g where g.person_id = new.id and g.role_id = new.role_id
          and g.confirmed_by is not null and p.name = any(g.permissions))
  ) then raise exception 'GRANT_NEEDS_SECOND' using errcode = 'CV001'; end if;
  return new;
end $$;
create trigger steps_of_new_person_are_confirmed before insert on person
  for each row when (new.admin_type = 'ADMIN') execute function steps_of_person_are_confirmed();
create trigger steps_of_person_are_confirmed before update of role_id, status, admin_type on person
  for each row when (new.admin_type = 'ADMIN') execute function steps_of_person_are_confirmed();

-- A participant always has a role; staff whose role waits for its confirmation have none yet.
alter table person alter column role_id drop not null;
alter table person add constraint person_role_given check (admin_type = 'ADMIN' or role_id is not null);

-- A session is named by its id where people look at it; its token opens it and is nowhere.
alter table session add column id bigint generated always as identity unique;
-- Until when a password that somebody else gave may be used, once; null: it is the person's own.
alter table person add column one_time_until timestamptz;
-- When everything that tells who a participant is was erased.
alter table person add column anonymised_at timestamptz;

-- Exact totals of participants and of staff, by status, whatever the size of the table.
create function count_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := 'select admin_type, status, 1 as n from new_rows';
  taken text := 'select admin_type, status, -1 as n from old_rows';
begin
  execute format($q$
    insert into row_counter as c (name, slot, n)
    select 'person:' || admin_type || ':' || status, pg_backend_pid() %% 16, sum(n)
    from (%s) change group by admin_type, status having sum(n) <> 0 order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n $q$,
    case tg_op when 'INSERT' then added when 'DELETE' then taken else added || ' union all ' || taken end);
  return null;
end $$;
create trigger count_insert after insert on person referencing new table as new_rows
  for each statement execute function count_people();
create trigger count_update after update on person referencing old table as old_rows new table as new_rows
  for each statement execute function count_people();
create trigger count_delete after delete on person referencing old table as old_rows
  for each statement execute function count_people();
-- Those who were there before the counters.
insert into row_counter (name, slot, n)
  select 'person:' || admin_type || ':' || status, 0, count(*) from person group by admin_type, status;

-- What the lists of people page through: the keys of a page come from the index alone. Suspended participants are few.
create index person_name on person (admin_type, name, id);
create index person_created on person (admin_type, created_at, id);
create index person_updated on person (admin_type, updated_at, id);
create index person_suspended on person (admin_type, name, id) where status = 'SUSPENDED';
create function has_strange_signs(name text) returns boolean language sql immutable parallel safe
  return name ~ '[^[:alnum:][:space:]+•.''-]';
create index person_strange_name on person (id) where admin_type = 'PARTICIPANT' and has_strange_signs(name);
create index person_staff_role on person (role_id) where admin_type = 'ADMIN';

-- Who points at a person is asked before one is deleted.
create index form_reviewed_by on form (reviewed_by) where reviewed_by is not null;
create index batch_created_by on batch (created_by);
create index file_created_by on file (created_by);
create index form_upload_created_by on form_upload (created_by);
create index survey_version_published_by on survey_version (published_by);

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

-- When and by which transaction a row was written is not for the app to say.
revoke insert on audit from canvass_app;
grant insert (actor_id, action, subject_type, subject_id, before, after, request_id, address) on audit to canvass_app;

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
