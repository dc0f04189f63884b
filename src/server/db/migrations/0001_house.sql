-- What every table of the house relies on: the app's role, text search, ids, counters, people and rights, the trail.

do $$ begin
  if not exists (select from pg_roles where rolname = 'canvass_app') then create role canvass_app nologin; end if;
  -- An owner who is no superuser works as the app's role only as its member.
  if not pg_has_role(current_user, 'canvass_app', 'member') then grant canvass_app to current_user; end if;
end $$;
grant usage on schema public to canvass_app;
alter default privileges in schema public grant select, insert, update, delete on tables to canvass_app;
alter default privileges in schema public grant usage on sequences to canvass_app;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- "Site 2" before "Site 10", and accents where a reader expects them.
create collation if not exists natural_order (provider = icu, locale = 'und-u-kn-true');

-- Search text: lower case, no accents. Immutable, so that an index may stand on it. Not a function of SQL: that would be run
-- as a query of its own at each call, and every row that is stored makes several.
create function fold(value text) returns text language plpgsql immutable parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, coalesce(value, '')));
end $$;

-- The pattern that finds `value` anywhere, whatever `%` and `_` it holds.
create function anywhere(value text) returns text language sql immutable parallel safe
  return '%' || regexp_replace(fold(value), '[\\%_]', '\\\&', 'g') || '%';

-- One number names one thing among surveys, forms and payables (payments.md §1.5).
create sequence thing_id;

-- Exact totals without counting: one number per table, spread over slots so that writers seldom meet.
create table row_counter (
  name text not null,
  slot smallint not null,
  n bigint not null,
  primary key (name, slot)
);
revoke insert, update, delete on row_counter from canvass_app;

create function count_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then select count(*) into change from new_rows;
  else select -count(*) into change from old_rows;
  end if;
  if change <> 0 then
    insert into row_counter as c (name, slot, n) values (tg_table_name, pg_backend_pid() % 16, change)
    on conflict (name, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

-- Puts the kept total on a table: select keep_count('company').
create procedure keep_count(kept regclass) language plpgsql as $$
begin
  execute format('create trigger count_insert after insert on %s referencing new table as new_rows for each statement execute function count_rows()', kept);
  execute format('create trigger count_delete after delete on %s referencing old table as old_rows for each statement execute function count_rows()', kept);
end $$;

-- What the list of a table stands on: an index for each order it offers, one for its search, and the kept total. What
-- searches look into is kept as search text beside itself (`title_folded`): whatever reads many rows for it, as two letters
-- make it, would take seconds to fold them.
create procedure listed(kept regclass, sort text[], search text[]) language plpgsql as $$
declare
  col text;
begin
  foreach col in array sort loop execute format('create index on %s (%I, id)', kept, col); end loop;
  foreach col in array search loop
    execute format('alter table %s add %I text generated always as (fold(%I)) stored', kept, col || '_folded', col);
  end loop;
  execute format('create index on %s using gin (%s)', kept,
    (select string_agg(format('%I gin_trgm_ops', name || '_folded'), ', ') from unnest(search) as name));
  -- Pages are read from indexes alone, for which the map of visible rows must not lag a fifth of the table behind.
  execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)', kept);
  call keep_count(kept);
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = '42501';
end $$;

-- Puts the lock on a table whose rows are never changed or removed, not even by its owner.
create procedure append_only(kept regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete or truncate on %s for each statement execute function refuse_change()', kept);
  execute format('revoke update, delete, truncate on %s from canvass_app', kept);
end $$;

-- People and rights --------------------------------------------------------------------------------------------------

create table permission (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 100),
  area text not null,
  description text not null default '',
  built_in boolean not null default false
);

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
  role_id int not null references role,
  locale text not null default 'en' check (locale in ('en', 'pt-br', 'zh')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  password_hash text,
  must_change_password boolean not null default false,
  last_login_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index person_username_key on person (lower(username));
-- A participant goes by a phone number, and an erased one by their id, which look like no other.
create unique index person_username_alike on person (skeleton(username)) where username !~ '^(\+|anonymous-)[0-9]+$';
create unique index person_phone_key on person (phone) where admin_type = 'PARTICIPANT';
create index person_role on person (role_id);

create table session (
  token_hash bytea primary key,
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

-- The trail -----------------------------------------------------------------------------------------------------------

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

-- Files ---------------------------------------------------------------------------------------------------------------

create table file (
  id bigint generated always as identity primary key,
  sha256 bytea not null,
  mime text not null,
  bytes bigint not null check (bytes > 0),
  name text not null,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now()
);

create table file_ticket (
  ticket_hash bytea primary key,
  file_id bigint not null references file on delete cascade,
  expires_at timestamptz not null
);
create index on file_ticket (expires_at);
create index on file_ticket (file_id);
