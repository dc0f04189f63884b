-- People, their roles and permissions, and their sessions.

create table permission (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 100),
  area text not null,
  description text not null default '',
  built_in boolean not null default false,
  -- Who releases money grants no rights, and the other way round (domain/permissions.ts tells which is which).
  duty text check (duty in ('MONEY', 'RIGHTS')),
  -- Permissions that people make never decide over money or rights, and none looks as if it did (domain/permissions.ts).
  constraint permission_custom check (built_in or (
    duty is null and area = case when name like 'visit.%' then 'visit' else 'custom' end
    and regexp_replace(fold(name), '[^[:alnum:]]', '', 'g') !~ '^(payments|roles|admins)'))
);
create unique index permission_name_twin on permission (lower(name));
-- Which duty a permission belongs to is not for the app to say.
revoke insert, update on permission from canvass_app;
grant insert (name, area, description), update (description) on permission to canvass_app;

create table role (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  role text not null unique check (role ~ '^[A-Z][A-Z0-9_]{1,49}$'),
  description text not null default 'No description',
  built_in boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table role_permission (
  role_id int not null references role on delete cascade,
  permission_id int not null references permission on delete cascade,
  primary key (role_id, permission_id)
);
create index on role_permission (permission_id);
-- Grants come and go, they are never rewritten.
revoke update on role_permission from canvass_app;

-- How a user name looks, in the small: two names with the same skeleton look the same, though each is of one script
-- (domain/username.ts). Capitals look like other letters than small ones do, so they are compared before they are small.
create function skeleton(username text) returns text language sql immutable parallel safe
  return replace(lower(translate(normalize(username, nfkc),
    'АВЕЁЅІЇЈКМНОРСТУХҮӀ' || 'авеёѕіїјкмнорстухүгпӏһҽ' || 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ' || 'αγεζηικνορτυχσωάέίόύ' || 'کیىہھ' || 'I01ıĸ',
    'ABEËSlÏJKMHOPCTYXYl' || 'abeësiïjkmhopctyxyrnlhe' || 'ABEZHlKMNOPTYX' || 'ayeznikvoptuxowáéíóú' || 'كييهه' || 'lOlik'
  )), 'rn', 'm');

create table person (
  id bigint generated always as identity primary key,
  username text not null,
  name text not null collate natural_order,
  email text,
  -- Byte by byte: the one index of phones finds whole numbers and beginnings of them.
  phone text collate "C" check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  gender text,
  -- A small picture within the text itself, as pages show it.
  avatar text check (avatar like 'data:image/webp;base64,%' and length(avatar) <= 30000),
  birth_date date,
  admin_type text not null check (admin_type in ('ADMIN', 'PARTICIPANT')),
  -- A participant always has a role; staff whose role waits for its confirmation have none yet.
  role_id int references role,
  -- Where the person lives or works.
  administrative_unit_id bigint references administrative_unit,
  locale text not null default 'en' check (locale in ('en', 'pt-br', 'zh')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  password_hash text,
  must_change_password boolean not null default false,
  -- Until when a password that somebody else gave may be used, once; null: it is the person's own.
  one_time_until timestamptz,
  -- When everything that tells who a participant is was erased.
  anonymised_at timestamptz,
  last_login_at timestamptz,
  -- Whether single keys (j, k, x) act on lists.
  single_keys boolean not null default true,
  name_words tsvector generated always as (name_index(name)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint person_role_given check (admin_type = 'ADMIN' or role_id is not null)
);
create unique index person_username_key on person (lower(username));
-- A participant goes by a phone number, and an erased one by their id, which look like no other.
create unique index person_username_alike on person (skeleton(username)) where username !~ '^(\+|anonymous-)[0-9]+$';
create unique index person_phone_key on person (phone) where admin_type = 'PARTICIPANT';
create index person_role on person (role_id);
create index person_administrative_unit on person (administrative_unit_id) where administrative_unit_id is not null;
-- Participants are found by a part of their name or phone.
create index on person using gin (fold(name) gin_trgm_ops, phone gin_trgm_ops) where admin_type = 'PARTICIPANT';
create index person_name_words on person using gin (name_words) where admin_type = 'PARTICIPANT';

-- What the lists of people page through: the keys of a page come from the index alone. Suspended participants are few.
create index person_name on person (admin_type, name, id);
create index person_created on person (admin_type, created_at, id);
create index person_updated on person (admin_type, updated_at, id);
create index person_suspended on person (admin_type, name, id) where status = 'SUSPENDED';
create function has_strange_signs(name text) returns boolean language sql immutable parallel safe
  return name ~ '[^[:alnum:][:space:]+•.''-]';
create index person_strange_name on person (id) where admin_type = 'PARTICIPANT' and has_strange_signs(name);
create index person_staff_role on person (role_id) where admin_type = 'ADMIN';

-- The giver of an account is known by its id, which therefore stays.
create function person_stays_the_same() returns trigger language plpgsql as $$
begin
  raise exception 'The id of an account does not change' using errcode = '42501';
end $$;
create trigger person_stays_the_same before update of id on person
  for each statement execute function person_stays_the_same();

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

create trigger count_beginnings_insert after insert on person referencing new table as new_rows
  for each statement execute function count_beginnings();
create trigger count_beginnings_update after update on person referencing old table as old_rows new table as new_rows
  for each statement execute function count_beginnings();
create trigger count_beginnings_delete after delete on person referencing old table as old_rows
  for each statement execute function count_beginnings();

create table session (
  token_hash bytea primary key,
  -- Names the session where people look at it; its token opens it and is nowhere.
  id bigint generated always as identity unique,
  person_id bigint not null references person on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  authenticated_at timestamptz not null default now(),
  address text,
  user_agent text
);
create index on session (person_id);

-- Who calls, and what they may do.
create type session_caller as (
  id bigint, username text, role text, permissions text[], must_change_password boolean, since_authenticated_ms float8,
  expires_at timestamptz, stale boolean
);

-- Whose session lives: read again at every call, by a plan that is kept where the plain statement would be planned each
-- time, which takes longer than the answer.
create function session_actor(token_hash bytea, idle_minutes int) returns setof session_caller language plpgsql stable as $$
begin
  return query
    select p.id, p.username, coalesce(r.role, ''),
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id where rp.role_id = p.role_id),
      p.must_change_password, (extract(epoch from now() - s.authenticated_at) * 1000)::float8, s.expires_at,
      s.last_used_at < now() - interval '1 minute'
    from session s join person p on p.id = s.person_id left join role r on r.id = p.role_id
    where s.token_hash = session_actor.token_hash and s.expires_at > now() and p.status = 'ACTIVE'
      and s.last_used_at > now() - make_interval(mins => idle_minutes);
end $$;

-- Names the advisory lock on what a person may do: their writes share it, whoever takes rights from them has it alone.
create function rights_key(person_id bigint) returns bigint language sql immutable parallel safe
  return hashtextextended('rights of ' || person_id, 0);

-- The lock, or 55P03 at once: calls that wait for one another wait without a connection (http/patience.ts).
create function take_turn(key bigint) returns void language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock(key) then
    raise exception 'Another has the turn' using errcode = 'lock_not_available';
  end if;
end $$;

-- Admits a write: what is read here holds until the transaction ends. Volatile, so that it reads what was committed before
-- it had the lock. While rights are being taken it answers 55P03 at once.
create function admit(person_id bigint, token_hash bytea, idle_minutes int) returns setof session_caller
  language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock_shared(rights_key(person_id)) then
    raise exception 'Rights are being taken' using errcode = 'lock_not_available';
  end if;
  return query select * from session_actor(token_hash, idle_minutes);
end $$;

-- Failed sign-ins per account and per address; kept here so that all processes agree.
create table login_failure (
  subject text not null,
  at timestamptz not null default now()
);
create index on login_failure (subject, at);
