-- What rights rely on beyond their tables: duties kept apart, and grants that wait for a second administrator.

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
