set check_function_bodies = off;
-- schema/01_house
-- What every table of the house relies on: the app's role, text search, ids, counters, locks.

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

-- What every record has that people change: it is made `like` this. It stays empty.
create table changed_record (
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
revoke all on changed_record from canvass_app;

-- One number names one thing among surveys, forms and payables (payments.md §1.5).
create sequence thing_id;

-- One amount of money in minor units: what a number of JavaScript and of JSON holds exactly.
create domain amount as bigint check (value between 1 and 9007199254740991);

-- Texts of a survey carry one entry per language: {"en": "...", "pt-br": "..."}.
create domain localized as jsonb check (jsonb_typeof(value) = 'object' and value <> '{}'::jsonb);

-- Amounts added up. No sum of a lawful number of payments is too large for it, and none is no number.
create domain amount_sum as numeric(38) check (value <> 'NaN');

-- Search text: lower case, no accents; immutable for indexes. In plain SQL each call would run a query of its own.
create function fold(value text) returns text language plpgsql immutable parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, coalesce(value, '')));
end $$;

-- Search text of a localized text: that of all its languages.
create function fold_texts(texts jsonb) returns text language sql immutable parallel safe
  return (select string_agg(fold(entry.value), E'\n' order by entry.key) from jsonb_each_text(texts) entry);

-- The pattern that finds `value` anywhere, whatever `%` and `_` it holds.
create function anywhere(value text) returns text language sql immutable parallel safe
  return '%' || regexp_replace(fold(value), '[\\%_]', '\\\&', 'g') || '%';

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

-- Makes a table of kept counts (records/kept-counts.ts). Its slots keep parallel work apart, so that only sums mean something.
create procedure counter(name text, keys text, sums text default 'n bigint not null') language plpgsql as $$
begin
  execute format('create table %I (%s, slot smallint, %s, primary key (%s, slot))', name, keys, sums, regexp_replace(keys, '(\w+) [^,]+', '\1', 'g'));
  execute format('revoke insert, update, delete on %I from canvass_app', name);
end $$;

-- Puts the kept total on a table: select keep_count('company').
create procedure keep_count(kept regclass) language plpgsql as $$
begin
  execute format('create trigger count_insert after insert on %s referencing new table as new_rows for each statement execute function count_rows()', kept);
  execute format('create trigger count_delete after delete on %s referencing old table as old_rows for each statement execute function count_rows()', kept);
end $$;

-- The base of the list of a table: an index for each order, one for its search, and the kept total. The text that searches
-- read is kept beside itself (`title_folded`): two letters find many rows, and to fold these takes seconds.
create procedure listed(kept regclass, sort text[], search text[]) language plpgsql as $$
declare
  col text;
begin
  foreach col in array sort loop execute format('create index on %s (%I, id)', kept, col); end loop;
  foreach col in array search loop
    execute format('alter table %s add %I text generated always as (%s(%I)) stored', kept, col || '_folded', (select
      case atttypid when 'localized'::regtype then 'fold_texts' else 'fold' end from pg_attribute where attrelid = kept and attname = col), col);
  end loop;
  execute format('create index on %s using gin (%s)', kept,
    (select string_agg(format('%I gin_trgm_ops', name || '_folded'), ', ') from unnest(search) as name));
  -- Pages are read from indexes alone, for which the map of visible rows must not lag a fifth of the table behind.
  execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)', kept);
  call keep_count(kept);
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erasing() then return new; end if;
  raise exception '% is append only', tg_table_name using errcode = '42501';
end $$;

-- Puts the lock on a table whose rows are never changed or removed, not even by its owner.
create procedure append_only(kept regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete or truncate on %s for each statement execute function refuse_change()', kept);
  execute format('revoke update, delete, truncate on %s from canvass_app', kept);
end $$;

-- The files of schema/ and law/ as this database ran them (db/schema.ts).
create table schema_file (name text primary key, sha256 text not null);
revoke insert, update, delete on schema_file from canvass_app;

-- Exact totals without counting: one number per table, spread over slots so that writers seldom meet.
call counter('row_counter', 'name text');

-- The languages of the product (domain/text/locale.ts). People read no other one.
create table locale (code text primary key);
revoke insert, update, delete on locale from canvass_app;

-- The currencies of ISO 4217 that people are paid in (domain/money/currencies.ts, domain/money/money.ts). Money has no other one.
create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  -- After the point.
  digits int not null check (digits in (0, 2, 3)),
  -- The highest amount of one payment by hand, as the server was set when it started (domain/surveys/highest-amount.ts).
  highest_minor bigint not null default 10000000 check (highest_minor > 0)
);
revoke insert, update, delete on currency from canvass_app;

-- Through whom people are paid: how each is met, and what it serves.
create table provider (
  id bigint generated always as identity unique,
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  added_at timestamptz not null default now(),
  title text not null,
  -- FILE: by files that people take to it.
  kind text not null default 'API' check (kind in ('API', 'FILE', 'SIMULATOR')),
  -- SETTINGS: the house writes it at each start (`own_provider`).
  origin text not null default 'PEOPLE' check (origin in ('PEOPLE', 'SETTINGS')),
  dialect text,
  base_url text,
  account_id text,
  -- Its payments: in these currencies, to phones that begin so; empty: in all, to all. The lower priority comes first.
  currencies text[] not null default '{}',
  prefixes text[] not null default '{}',
  priority int not null default 100,
  -- What cashing out costs there, in minor units, up to each amount of a currency; payments have it on top (`charge_of`).
  charges jsonb not null default '[]' constraint provider_charges check (jsonb_typeof(charges) = 'array' and jsonb_array_length(charges) = jsonb_array_length(jsonb_path_query_array(charges,
    '$[*] ? (@.currency like_regex "^[A-Z]{3}$" && @.upTo.floor() == @.upTo && @.upTo > 0 && @.charge.floor() == @.charge && @.charge >= 0)'))),
  -- A reference that it took on is refused when it comes again; its balance can be asked for.
  refuses_duplicates boolean not null default false,
  tells_balance boolean not null default true,
  -- It says under which name a phone is registered.
  tells_names boolean not null default false constraint provider_names check (not tells_names or dialect is not distinct from 'GSMA'),
  -- Sendings of each process; null: as many as it takes.
  per_second int,
  -- Null: as the worker does (worker.ts).
  lease_seconds int,
  visibility_seconds int,
  -- New payments go through it.
  enabled boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Where it is known to be met, without credentials; null: nowhere yet. The account is a fingerprint.
  address text,
  account text,
  constraint provider_place check ((address is null) = (account is null)), constraint provider_play check (origin = 'SETTINGS' or kind <> 'SIMULATOR'),
  -- Orders of money cross no network in the clear.
  constraint provider_secure check (base_url ~ '^(https://|http://(localhost|127[.][0-9.]+|\[::1\])(:|/|$))[^?#@]*$'),
  constraint provider_pace check (per_second > 0 and lease_seconds between 30 and 600 and visibility_seconds between 30 and 86400)
);
revoke insert, update, delete on provider from canvass_app;
grant insert (name, title, kind, dialect, base_url, account_id, currencies, prefixes, priority, charges, refuses_duplicates, tells_balance, tells_names,
  per_second, lease_seconds, visibility_seconds), update (title, base_url, account_id, currencies, prefixes, priority, charges, refuses_duplicates,
  tells_balance, tells_names, per_second, lease_seconds, visibility_seconds, enabled, version, updated_at) on provider to canvass_app;
insert into provider (name, title, kind, origin, dialect, refuses_duplicates, enabled) values
  ('gsma', 'GSMA', 'API', 'SETTINGS', 'GSMA', true, true), ('simulator', 'Simulator', 'SIMULATOR', 'SETTINGS', 'GSMA', true, false);

-- schema/02_trail
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

-- schema/03_places
-- Administrative units.

-- The tree of places. Each unit keeps the way down to itself: "everything below X" is one question to one index.
create table administrative_unit (
  id bigint generated always as identity primary key,
  parent_id bigint references administrative_unit,
  -- P-code: names the unit in files and to other systems.
  code text not null collate natural_order check (length(code) between 1 and 50),
  name text not null collate natural_order check (length(name) between 1 and 200),
  border jsonb, -- The coordinates of a GeoJSON MultiPolygon.
  -- The ids from the root down to the unit itself; written by the triggers below only.
  path bigint[] not null,
  parent_path bigint[] generated always as (nullif(path[1:cardinality(path) - 1], '{}')) stored,
  level int not null generated always as (cardinality(path) - 1) stored,
  like changed_record including all,
  constraint administrative_unit_depth check (cardinality(path) between 1 and 10),
  constraint administrative_unit_path_ends_here check (path[cardinality(path)] = id),
  constraint administrative_unit_path_by_parent check (parent_id is not distinct from path[cardinality(path) - 1]),
  unique (id, path),
  -- A path is its parent's path and one more: with this neither a circle nor a wrong level can be stored at all.
  constraint administrative_unit_path_continues foreign key (parent_id, parent_path)
    references administrative_unit (id, path) deferrable initially deferred
);
create unique index administrative_unit_code on administrative_unit (lower(code));
create index on administrative_unit (parent_id, name, id);
-- Changes of the tree are rare, and a search must not look through a list of pending ones.
create index administrative_unit_below on administrative_unit using gin (path) with (fastupdate = off);
call listed('administrative_unit', '{name,code,level,created_at,updated_at}', '{name,code}');
-- Level and path follow from the parents.
revoke insert, update on administrative_unit from canvass_app;
grant insert (parent_id, code, name), update (parent_id, code, name, border, version, updated_at) on administrative_unit to canvass_app;

-- A writer of the tree's shape holds this row, so no other writer moves a unit that its path builds on.
create table administrative_tree (
  one boolean primary key default true check (one),
  changes bigint not null default 0
);
revoke insert, update, delete on administrative_tree from canvass_app;
insert into administrative_tree default values;

-- schema/04_people
-- People, their roles and permissions, their sessions, and how they like their lists.

-- Who calls, and what they may do.
create type session_caller as (
  id bigint, username text, role text, permissions text[], must_change_password boolean, lacks_factor boolean,
  since_authenticated_ms float8, expires_at timestamptz, stale boolean
);

-- People, their roles and permissions, and their sessions.
create table permission (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 100),
  area text not null,
  description text not null default '',
  built_in boolean not null default false,
  -- Who releases money grants no rights, and the other way round (domain/people/permissions.ts tells which is which).
  duty text check (duty in ('MONEY', 'RIGHTS')),
  -- Permissions that people make never decide over money or rights, and none looks as if it did (domain/people/permissions.ts).
  constraint permission_custom check (built_in or (
    duty is null and area = case when name like 'visit.%' then 'visit' else 'custom' end
    and regexp_replace(fold(name), '[^[:alnum:]]', '', 'g') !~ '^(payments|roles|admins)'))
);
create unique index permission_name_twin on permission (lower(name));
-- Which duty a permission belongs to is not for the app to say.
revoke insert, update on permission from canvass_app;
grant insert (name, area, description), update (description) on permission to canvass_app;

-- What staff and participants may do, as one name.
create table role (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  role text not null unique check (role ~ '^[A-Z][A-Z0-9_]{1,49}$'),
  description text not null default 'No description',
  built_in boolean not null default false,
  -- Whether its people do nothing before they have a second factor.
  second_factor boolean not null default false,
  like changed_record including all
);

-- A permission that a role holds.
create table role_permission (
  role_id int not null references role on delete cascade,
  permission_id int not null references permission on delete cascade,
  primary key (role_id, permission_id)
);
create index on role_permission (permission_id);
-- Grants come and go, they are never rewritten.
revoke update on role_permission from canvass_app;

-- `value` as the words it is made of, without case, accents and signs; each Chinese sign is a word.
create function words_of(value text) returns text[] language sql immutable parallel safe
  return array_remove(string_to_array(
    regexp_replace(regexp_replace(fold(value), '([一-鿿㐀-䶿])', ' \1 ', 'g'), '[^[:alnum:]]+', ' ', 'g'), ' '), '');

-- The words of a name as the index keeps them: every beginning up to ten letters, and longer words whole. A word that is
-- looked for is thus one entry of the index, and several of them meet without a look at all that begins like each. `1mar`:
-- the name itself begins with it, so that all whose names do lie together in their order (only letters that sort by their
-- base letter promise that); `2mar`: any other place.
create function name_index(name text) returns tsvector language plpgsql immutable parallel safe as $$
declare
  words text[] := public.words_of(name);
  word text;
  place text := case when words[1] ~ '^[a-z]+$'
    and lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')) ~ ('^' || words[1] || '(?![a-z0-9])')
    then '1' else '2' end;
  entries text := '';
begin
  foreach word in array words loop
    for size in 1 .. least(length(word), 10) loop
      entries := entries || ' ' || place || left(word, size);
    end loop;
    if length(word) > 10 then entries := entries || ' ' || place || word; end if;
    place := '2';
  end loop;
  return entries::tsvector;
end $$;

-- One row is a member of staff who signs in, or a participant who answers and is paid.
create table person (
  id bigint generated always as identity primary key,
  username text not null,
  name text not null collate natural_order,
  email text,
  -- Who wrote the address of a member of staff, and is a hand of each password that comes by it; null: the server.
  email_by bigint,
  -- When they hear by mail what waits for them.
  mail_choice text not null default 'DAILY' check (mail_choice in ('AT_ONCE', 'DAILY', 'NEVER')),
  -- Byte by byte: the one index of phones finds whole numbers and beginnings of them.
  phone text collate "C" check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- A participant may be paid at another number than they are called at, and through a provider of their own.
  payment_phone text collate "C" check (payment_phone ~ '^\+[1-9][0-9]{6,14}$'),
  payment_provider text references provider,
  pays_to text collate "C" generated always as (coalesce(payment_phone, phone)) stored,
  gender text,
  -- A small picture within the text itself, as pages show it.
  avatar text check (avatar like 'data:image/webp;base64,%' and length(avatar) <= 30000),
  birth_date date,
  admin_type text not null check (admin_type in ('ADMIN', 'PARTICIPANT')),
  -- A program among the staff: it has no password and no role, only tokens.
  is_program boolean not null default false check (not is_program or admin_type = 'ADMIN'),
  -- A participant always has a role; staff whose role waits for its confirmation have none yet.
  role_id int references role,
  -- Where the person lives or works.
  administrative_unit_id bigint references administrative_unit,
  locale text not null default 'en' references locale,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  password_hash text,
  must_change_password boolean not null default false,
  -- The end of a password that another person gave, for one use; null: it is the person's own.
  one_time_until timestamptz,
  -- When everything that tells who a participant is was erased.
  anonymised_at timestamptz,
  last_login_at timestamptz,
  -- Whether single keys (j, k, x) act on lists.
  single_keys boolean not null default true,
  name_words tsvector generated always as (name_index(name)) stored,
  like changed_record including all,
  constraint person_role_given check (admin_type = 'ADMIN' or role_id is not null),
  constraint person_paid check (admin_type = 'PARTICIPANT' or num_nonnulls(payment_phone, payment_provider) = 0)
);
create unique index person_username_key on person (lower(username));

-- How a user name looks, in the small: two names with the same skeleton look the same, though each is of one script
-- (domain/people/username.ts). Capitals look like other letters than small ones do, so they are compared before they are small.
create function skeleton(username text) returns text language sql immutable parallel safe
  return replace(lower(translate(normalize(username, nfkc),
    'АВЕЁЅІЇЈКМНОРСТУХҮӀ' || 'авеёѕіїјкмнорстухүгпӏһҽ' || 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ' || 'αγεζηικνορτυχσωάέίόύ' || 'کیىہھ' || 'I01ıĸ',
    'ABEËSlÏJKMHOPCTYXYl' || 'abeësiïjkmhopctyxyrnlhe' || 'ABEZHlKMNOPTYX' || 'ayeznikvoptuxowáéíóú' || 'كييهه' || 'lOlik'
  )), 'rn', 'm');
-- A participant goes by a phone number, and an erased one by their id, which look like no other.
create unique index person_username_alike on person (skeleton(username)) where username !~ '^(\+|anonymous-)[0-9]+$';
create unique index person_phone_key on person (phone) where admin_type = 'PARTICIPANT';
create index person_role on person (role_id);
create index person_payment_provider on person (payment_provider) where payment_provider is not null;
create index person_administrative_unit on person (administrative_unit_id) where administrative_unit_id is not null;
-- Participants are found by a part of their name or phone.
create index on person using gin (fold(name) gin_trgm_ops, phone gin_trgm_ops) where admin_type = 'PARTICIPANT';
create index person_twin on person (fold(name), extract(year from birth_date)) where birth_date is not null and admin_type = 'PARTICIPANT';
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
create index person_staff_username on person (username, id) where admin_type = 'ADMIN';
create index person_staff_sign_in on person (last_login_at, id) where admin_type = 'ADMIN';

-- A living sign-in of a person.
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
  user_agent text,
  -- Of sign-on, where it is signed out of as well; null: they came with their password.
  provider text
);
create index on session (person_id);

-- Failed sign-ins per account and per address; kept here so that all processes agree.
create table login_failure (
  subject text not null,
  at timestamptz not null default now()
);
create index on login_failure (subject, at);

-- A browser in which a person signed in before: wrong passwords of others do not lock its owner out there. Only the hash
-- of its cookie is kept.
create table known_browser (
  token_hash bytea primary key,
  person_id bigint not null references person on delete cascade,
  used_at timestamptz not null default now()
);
create index on known_browser (person_id, used_at desc);

-- A link by which a member of staff chooses a password, once. Only the hash of its token is kept.
create table password_link (
  token_hash bytea primary key,
  person_id bigint not null references person on delete cascade,
  purpose text not null check (purpose in ('INVITATION', 'RESET')),
  expires_at timestamptz not null,
  -- It was used, or the password, the address or the account became another.
  ended_at timestamptz
);
create index on password_link (person_id) where ended_at is null;

-- What a person proves themselves by beside the password.
create table second_factor (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  kind text not null check (kind in ('APP', 'PASSKEY', 'RECOVERY')),
  -- What its owner calls a passkey.
  name text not null default '' check (length(name) <= 80),
  -- By which browsers know a passkey.
  credential_id text unique check ((credential_id is not null) = (kind = 'PASSKEY')),
  -- Of an app the sealed secret, of a passkey the public key, of a recovery code its hash.
  secret bytea not null,
  -- The step of the last code, or how often a passkey was used: it grows, so that nothing counts twice.
  counter bigint not null default 0,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index on second_factor (person_id);
create unique index second_factor_app on second_factor (person_id) where kind = 'APP';

-- A challenge that a passkey is to sign, once and soon. Only its hash is kept.
create table passkey_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index on passkey_challenge (expires_at);

-- Who a person is at a provider of sign-on. It opens nothing before they prove by their password that it is theirs (`linked_at`).
create table sign_on (
  issuer text, subject text, primary key (issuer, subject),
  person_id bigint not null references person on delete cascade,
  linked_at timestamptz,
  -- The one sign-in that may follow now, when the provider asked for a proof, and whether for a second factor.
  token_hash bytea unique, token_until timestamptz, proven_at timestamptz not null default now(), has_factor boolean not null
);
create index on sign_on (person_id);

-- Mail that waits to be sent to a member of staff. Its link is made when it is sent, so that no secret waits here.
create table mail (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  kind text not null check (kind in ('INVITATION', 'RESET', 'DEVICE', 'FACTOR', 'FILE', 'WAITING')),
  about jsonb not null,
  -- The next try: each one moves it on before it begins.
  next_at timestamptz not null default now(),
  tries int not null default 0
);
create index on mail (next_at);
create index on mail (person_id);

-- A payment permission that one administrator granted and a second one has not confirmed yet. Until then neither
-- `role_permission` nor `person.role_id` know of it. Or a reset of a second factor, which takes two in the same way.
create table pending_grant (
  id bigint generated always as identity primary key,
  -- Null: the second factors of the person are to go.
  role_id int references role on delete cascade,
  -- Who is to get the role; null: the role itself is to get the permissions.
  person_id bigint references person on delete cascade,
  -- The payment steps that wait.
  permissions text[] not null,
  requested_by bigint not null references person on delete cascade,
  requested_at timestamptz not null default now(),
  -- Who confirmed it, while it takes effect: in the same transaction it goes.
  confirmed_by bigint,
  check (case when role_id is null then person_id is not null and permissions = '{}' else permissions <> '{}' end)
);
create unique index pending_grant_person on pending_grant (person_id, (role_id is null)) where person_id is not null;
-- A role may have several: each of the steps stays with who asked for it first.
create index on pending_grant (role_id);
create index on pending_grant (requested_by);
-- A waiting grant shrinks or is confirmed; its subject and its requester stay.
revoke insert, update on pending_grant from canvass_app;
grant insert (role_id, person_id, permissions, requested_by), update (permissions, confirmed_by)
  on pending_grant to canvass_app;

-- Through whose hands the password of an account came last: who made the account or reset it for them. Without a row it came
-- from the server itself. It stays when the person chooses a password of their own, for the giver may have been the one who
-- chose it, and it outlives both accounts: a person who deletes the account in between remains its origin.
create table credential_origin (
  person_id bigint primary key,
  given_by bigint not null check (given_by <> person_id)
);
create index on credential_origin (given_by);
-- The app neither forgets a giver nor names another one, but by giving a password.
revoke insert, update, delete on credential_origin from canvass_app;

-- What a person has put away or has seen, and when.
create table person_mark (
  person_id bigint not null references person on delete cascade,
  mark text not null,
  at timestamptz not null default now(),
  primary key (person_id, mark)
);

-- How many participants have a name with a word that begins so, up to ten letters: as the beginning of the name, or only
-- elsewhere in it.
call counter('name_beginning', 'beginning text collate "C"', 'starting bigint not null, other bigint not null');

-- How everybody's lists look, and the views that were saved of them.
create table list_look (
  person_id bigint not null references person on delete cascade,
  list text not null,
  -- Only what differs from the list's own defaults.
  look jsonb not null check (jsonb_typeof(look) = 'object' and look <> '{}'),
  primary key (person_id, list)
);

-- Filters, sorts and columns of a list, kept by a person under a name.
create table list_view (
  id bigint generated always as identity primary key,
  -- Null when the account is gone: what it shared stays.
  owner_id bigint references person on delete set null,
  list text not null,
  name text not null collate natural_order check (length(name) between 1 and 80),
  query text not null check (length(query) <= 4000),
  shared boolean not null default false,
  like changed_record including all
);
create unique index list_view_name on list_view (lower(name), list, owner_id);
create index on list_view (owner_id, list);
create index on list_view (list) where shared;

-- schema/05_files
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

-- schema/06_reference
-- Reference data, texts of the house and sites.

-- Sites: the places where surveys happen.
create sequence site_number;

grant usage on sequence site_number to canvass_app;

-- Reference data: what surveys are filed under and whom they belong to.
create table company (
  id bigint generated always as identity primary key,
  title text not null collate natural_order,
  category text collate natural_order,
  address text,
  description text,
  logo_id bigint references file,
  like changed_record including all
);
create index on company (logo_id);
call listed('company', '{title,category,created_at,updated_at}', '{title,category}');

-- What every record with a title has: reference data is made `like` it. It stays empty.
create table titled_record (
  id bigint generated always as identity primary key,
  title text not null collate natural_order,
  description text,
  like changed_record including all
);
revoke all on titled_record from canvass_app;

-- A category of companies.
create table category (like titled_record including all);
call listed('category', '{title,created_at,updated_at}', '{title}');

-- A category within a category.
create table subcategory (
  like titled_record including all,
  category_id bigint not null references category
);
create index on subcategory (category_id);
call listed('subcategory', '{title,created_at,updated_at}', '{title}');

-- A kind of sites.
create table site_category (like titled_record including all);
call listed('site_category', '{title,created_at,updated_at}', '{title}');

-- Why something has issues; `code` is what files and other programs say.
create table issue_category (
  like titled_record including all,
  code text not null collate natural_order check (code ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  applies_to text not null check (applies_to in ('SITE', 'RESPONSE', 'PAYMENT')),
  constraint issue_category_code_key unique (code),
  -- A reference to a reason names its scope too, so that a site never has a reason for payments.
  constraint issue_category_scope unique (id, applies_to)
);
call listed('issue_category', '{title,code,applies_to,created_at,updated_at}', '{title,code}');

-- Texts that surveys use again and again: what people agree to, how they answer, what is said at the end. Each is kept in
-- several languages, as the Markdown of `domain/text/markdown.ts`.
create table rich_text (
  like titled_record including all,
  code text not null collate natural_order check (code ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  kind text not null check (kind in ('CONSENT', 'INSTRUCTIONS', 'MESSAGE')),
  -- By language.
  body jsonb not null check (jsonb_typeof(body) = 'object' and body <> '{}'),
  updated_by bigint references person on delete set null,
  constraint rich_text_code_key unique (code),
  -- What uses a text names its kind too, so that no survey ends with the words of a consent.
  constraint rich_text_kind unique (id, kind)
);
-- A text needs no description beside its title.
alter table rich_text drop column description;
create index on rich_text (updated_by);
call listed('rich_text', '{title,code,kind,created_at,updated_at}', '{title,code}');

-- Every save, by whatever way it comes.
create table rich_text_version (
  text_id bigint not null references rich_text on delete cascade,
  version int not null,
  title text not null,
  body jsonb not null,
  saved_at timestamptz not null,
  saved_by bigint references person on delete set null,
  primary key (text_id, version)
);
create index on rich_text_version (saved_by);
revoke insert, update, delete, truncate on rich_text_version from canvass_app;

-- A place where people answer.
create table site (
  id bigint generated always as identity primary key,
  -- What files call the site by; one without a code is given one.
  code text not null collate natural_order check (code ~ '^[A-Za-z0-9][A-Za-z0-9_./-]{0,49}$'),
  title text not null collate natural_order,
  site_category_id bigint not null references site_category,
  company_id bigint references company,
  administrative_unit_id bigint references administrative_unit,
  address text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  radius_meters int check (radius_meters between 10 and 50000),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  issue_category_id bigint,
  issue_scope text generated always as ('SITE') stored,
  contact_name text,
  contact_phone text check (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  like changed_record including all,
  constraint site_issue_category foreign key (issue_category_id, issue_scope) references issue_category (id, applies_to),
  constraint site_point check ((latitude is null) = (longitude is null))
);
-- Codes are plain letters and signs: told apart byte by byte they cost less than in the order that lists have.
create unique index site_code_key on site (lower(code collate "C"));
create index on site (site_category_id, id);
create index on site (company_id, id);
create index on site (administrative_unit_id, id);
create index on site (issue_category_id);
-- The map: points of a window, without a look at the rows themselves.
create index site_map on site (latitude, longitude) include (id) where latitude is not null;
call listed('site', '{title,code,status,created_at,updated_at}', '{title,code,address}');

-- schema/07_jobs
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

-- schema/08_surveys
-- Surveys: the draft that people edit, its published versions, and who may reach it.

-- What a survey may be (domain/surveys/survey.ts). The start writes this table and the next two, so no list is kept twice.
create table survey_status (status text primary key);
-- The types that questions may have (domain/surveys/question-types.ts).
create table question_type (type text primary key);
-- Every lawful change of the status of a survey.
create table survey_move (from_status text not null, to_status text not null, primary key (from_status, to_status));
revoke insert, update, delete on survey_status, question_type, survey_move from canvass_app;

-- One row is a survey: its settings, its life and its pay.
create table survey (
  id bigint primary key default nextval('thing_id'),
  -- Opaque, unguessable, stable; starts with a letter so that it is never taken for a number.
  encoded_id text not null unique check (encoded_id ~ '^[a-z][A-Za-z0-9_-]{10,40}$'),
  title text not null collate natural_order,
  description text,
  summary text,
  company_id bigint references company, subcategory_id bigint references subcategory, site_id bigint references site,
  accessibility text not null default 'PRIVATE' check (accessibility in ('PRIVATE', 'PUBLIC')),
  starts_at timestamptz,
  ends_at timestamptz,
  survey_type text not null default 'FREE' check (survey_type in ('FREE', 'PAID')),
  amount_minor amount,
  currency text not null default 'MZN' check (currency ~ '^[A-Z]{3}$'),
  -- Of phone numbers that are written without a country code.
  country text check (country ~ '^[A-Z]{2}$'),
  -- The grant or cost code that pays for it.
  cost_code text check (length(cost_code) between 1 and 60),
  payment_aggregation text not null default 'INDIVIDUAL' check (payment_aggregation in ('INDIVIDUAL', 'GROUPED')),
  aggregation_count int not null default 1,
  allow_multiple_responses boolean not null default false, question_per_page boolean not null default false,
  status text not null default 'DRAFT' references survey_status,
  current_version int,
  owner_id bigint references person on delete set null,
  like changed_record including all,
  -- {"title": {"en": "..."}, "description": {...} or null, "summary": {...} or null}
    texts jsonb not null,
  grace_hours int not null default 0 check (grace_hours between 0 and 8760),
  participant_limit int check (participant_limit between 1 and 10000000),
  participant_required boolean not null default false, languages text[] not null default '{}', targets jsonb not null default '[]' check (jsonb_typeof(targets) = 'array'),
  -- Those who answered, kept with every intake: each participant once, and each response without one. Pilots do not count.
    participant_count int not null default 0,
  closed_at timestamptz,
  -- Of the last move, where it needed one.
    status_reason text check (length(status_reason) between 1 and 1000),
  -- Searches find a survey by its title in any language.
    titles_folded text generated always as (fold_texts(texts -> 'title')) stored,
  consent_text_id bigint,
  consent_kind text generated always as ('CONSENT') stored,
  instructions_text_id bigint,
  instructions_kind text generated always as ('INSTRUCTIONS') stored,
  closing_text_id bigint,
  closing_kind text generated always as ('MESSAGE') stored,
  constraint survey_paid_amount check (survey_type = 'FREE' or amount_minor is not null),
  constraint survey_aggregation check (case payment_aggregation when 'GROUPED' then aggregation_count >= 2 else aggregation_count = 1 end),
  constraint survey_period check (ends_at > starts_at),
  constraint survey_published check (status = 'DRAFT' or current_version is not null),
  constraint survey_texts check (jsonb_typeof(texts -> 'title') = 'object' and texts -> 'title' <> '{}'),
  constraint survey_participants check (participant_count <= participant_limit),
  constraint survey_closed check ((closed_at is not null) = (status in ('CLOSED', 'ARCHIVED'))),
  -- A survey never counts fewer participants than none, by whatever statement.
  constraint survey_participants_counted check (participant_count >= 0),
  -- `not valid`: rows of before keep the code that they have.
  constraint survey_currency foreign key (currency) references currency,
  constraint survey_consent_text foreign key (consent_text_id, consent_kind) references rich_text (id, kind),
  constraint survey_instructions_text foreign key (instructions_text_id, instructions_kind) references rich_text (id, kind),
  constraint survey_closing_text foreign key (closing_text_id, closing_kind) references rich_text (id, kind)
);
create index on survey (company_id);
create index on survey (subcategory_id);
create index on survey (owner_id);
create index on survey (site_id);
-- The surveys that everybody sees.
create index survey_public on survey (id) where accessibility = 'PUBLIC';
call listed('survey', '{title,status,created_at,updated_at}', '{title}');
create index on survey using gin (titles_folded gin_trgm_ops);
create index survey_ending on survey (ends_at) where status in ('PUBLISHED', 'PAUSED');
create index on survey (consent_text_id, id);
create index on survey (instructions_text_id, id);
create index on survey (closing_text_id, id);

-- A part of the draft of a survey, which may repeat.
create table section (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  title localized not null, media jsonb check (jsonb_typeof(media) = 'object'),
  position int not null,
  like changed_record including all,
  relevant text, appearance text check (length(appearance) between 1 and 500),
  -- The most repetitions, and the code of the question that says how many there are.
    repeat jsonb, groups jsonb check (jsonb_typeof(groups) = 'array'), form_path text check (form_path ~ '^([^/\s<>&"]+(/[^/\s<>&"]+)*)?$' and length(form_path) <= 500),
  constraint section_of_survey unique (id, survey_id),
  -- Sections that repeat (domain/surveys/survey.ts), and surveys that name a version which there is.
  constraint section_repeat check (repeat is null or case
      when jsonb_typeof(repeat) <> 'object' or jsonb_typeof(repeat -> 'max') is distinct from 'number' then false
      else (repeat ->> 'max')::numeric between 1 and 200 and (repeat ->> 'max')::numeric % 1 = 0 and repeat - 'max' - 'countCode' - 'depth' = '{}'
        and coalesce(repeat -> 'depth', '1')::text ~ '^[1-5]$' and jsonb_typeof(coalesce(repeat -> 'countCode', 'null')) in ('null', 'string') and coalesce(repeat ->> 'countCode', 'a') ~ '^[A-Za-z][A-Za-z0-9_]{0,49}$' end)
);
create index on section (survey_id, position, id);
call listed('section', '{position,updated_at}', '{title}');

-- A question of the draft of a survey.
create table question (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  section_id bigint not null references section on delete cascade,
  code text not null check (code ~ '^[A-Za-z][A-Za-z0-9_]{0,49}$'),
  text localized not null, media jsonb check (jsonb_typeof(media) = 'object'),
  help localized, type text not null, required boolean not null default false, validation jsonb not null default '{}',
  filterable boolean not null default false, identifying boolean not null default false, personal boolean not null default false,
  position int not null,
  -- The first published version that holds it: from then on code and type stay, and so does the question.
  first_version int,
  like changed_record including all,
  -- Expressions: when it is asked, what must hold of its answer, what its answer is.
  relevant text, "constraint" text, calculation text, option_filter text, appearance text check (length(appearance) between 1 and 500),
  form_path text check (form_path ~ '^[^/\s<>&"]+(/[^/\s<>&"]+)*$' and length(form_path) <= 500),
  -- What its answer begins with, what computes it again, whether people only see it; further help; the property of an entity that it is; the file of its options.
  initial text, trigger text, save_to text check (length(save_to) <= 100), read_only boolean not null default false, guidance localized, list jsonb check (jsonb_typeof(list) = 'object'),
  constraint question_code_key unique (survey_id, code), constraint question_form_path_key unique (survey_id, form_path),
  -- A rule names records of its own survey only, and an option of its own question; the words of its value are searched.
  constraint question_of_survey unique (id, survey_id),
  constraint question_type_known foreign key (type) references question_type
);
create index on question (section_id, position, id);
call listed('question', '{position,code,created_at,updated_at}', '{code,text}');

-- An answer is an option of a choice question (the seed nests answers in questions).
create table answer (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  question_id bigint not null references question on delete cascade,
  code text not null check (code ~ '^[^;\s][^;]{0,99}$'),
  text localized not null, media jsonb check (jsonb_typeof(media) = 'object'),
  is_other boolean not null default false,
  exclusive boolean not null default false,
  position int not null,
  first_version int,
  like changed_record including all,
  -- The option of an earlier question that this one belongs to: a district's province.
  parent_code text,
  columns jsonb check (jsonb_typeof(columns) = 'object'),
  constraint answer_code_key unique (question_id, code),
  constraint answer_of_question unique (id, question_id)
);
create index on answer (survey_id);
call listed('answer', '{position,code,updated_at}', '{code,text}');

-- A rule about the answer to one question: when it holds, the survey goes on elsewhere.
create table skip (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  from_question_id bigint not null,
  operator text not null check (operator in ('EQ', 'NE', 'IN', 'LT', 'LE', 'GT', 'GE', 'CONTAINS', 'ANSWERED', 'EMPTY')),
  value jsonb,
  answer_id bigint,
  action text not null check (action in ('JUMP_TO_QUESTION', 'JUMP_TO_SECTION', 'END')),
  target bigint,
  -- The target by its own table: no record goes while a rule names it.
  target_question_id bigint generated always as (case action when 'JUMP_TO_QUESTION' then target end) stored,
  target_section_id bigint generated always as (case action when 'JUMP_TO_SECTION' then target end) stored,
  priority int not null default 1 check (priority between 1 and 1000),
  like changed_record including all,
  value_folded text generated always as (fold(value #>> '{}')) stored,
  constraint skip_value check (case
    when operator in ('ANSWERED', 'EMPTY') then value is null and answer_id is null
    else (value is null) <> (answer_id is null) end),
  constraint skip_target check ((target is null) = (action = 'END')),
  constraint skip_from_question foreign key (from_question_id, survey_id) references question (id, survey_id),
  constraint skip_answer foreign key (answer_id, from_question_id) references answer (id, question_id),
  constraint skip_target_question foreign key (target_question_id, survey_id) references question (id, survey_id),
  constraint skip_target_section foreign key (target_section_id, survey_id) references section (id, survey_id)
);
create index on skip (survey_id, priority, id);
create index on skip (from_question_id);
create index on skip (answer_id) where answer_id is not null;
create index on skip (target_question_id) where target_question_id is not null;
create index on skip (target_section_id) where target_section_id is not null;
create index on skip (priority, id);
create index on skip (updated_at, id);
call keep_count('skip');
create index on skip using gin (value_folded gin_trgm_ops);

-- One row is a deleted part of a draft with all that went with it: for a day it comes back as it was.
create table removed_part (
  kind text not null check (kind in ('section', 'question', 'answer', 'skip')),
  id bigint not null,
  survey_id bigint not null references survey on delete cascade,
  -- By the name of the table; null without any.
  rows jsonb not null,
  removed_at timestamptz not null default now(),
  primary key (kind, id)
);
create index on removed_part (survey_id);

-- What respondents saw: sections, questions and answers as one document with its checksum. Never changed.
create table survey_version (
  survey_id bigint not null references survey on delete cascade,
  number int not null check (number > 0),
  revision int not null default 0 check (revision >= 0),
  content jsonb not null, checksum bytea not null,
  published_at timestamptz not null default now(),
  published_by bigint references person on delete set null,
  primary key (survey_id, number, revision)
);
create index survey_version_published_by on survey_version (published_by);
revoke update, delete, truncate on survey_version from canvass_app;

-- One file that stays beside the questions of a survey (domain/surveys/survey-files.ts). The contents of versions name it by its
-- id, so the bytes behind an id never change.
create table survey_file (
  id bigint generated always as identity primary key,
  -- Null: its survey is deleted, and a chore removes it with its bytes.
  survey_id bigint references survey on delete set null,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('LIST', 'MEDIA')),
  file_id bigint not null references file,
  md5 text not null check (md5 ~ '^[0-9a-f]{32}$'),
  list jsonb check (list is null or kind = 'LIST'), list_text text check ((list_text is null) = (list is null)),
  source text check (source is null or list is not null), in_draft boolean not null default true, first_version int
);
create unique index survey_file_name on survey_file (survey_id, name) where in_draft;
create index on survey_file (survey_id);
create index on survey_file (file_id);
create index survey_file_unused on survey_file (id) where survey_id is null or (not in_draft and first_version is null);
revoke update on survey_file from canvass_app;
grant update (in_draft, first_version) on survey_file to canvass_app;

-- The public link of a survey: who has the address may answer once, without an account (product.md §5). One for each survey.
create table survey_link (
  survey_id bigint primary key references survey on delete cascade,
  is_on boolean not null,
  -- The most responses by this link; null: as many as the survey takes.
  max_responses int check (max_responses > 0),
  response_count int not null default 0 check (response_count >= 0),
  expires_at timestamptz, version int not null default 1, updated_at timestamptz not null default now(),
  constraint survey_link_room check (max_responses is null or response_count <= max_responses)
);

-- A report of a survey (contract/reports.ts): texts, charts and tables in an order, whose figures are counted for each reader.
create table report (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  title localized not null, parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  like changed_record including all
);
create index on report (survey_id);
call listed('report', '{}', '{title}');

-- Tokens of programs for one survey: of a collecting app that sends responses, of an analysis that reads them; of one of the
-- staff for all surveys that they may fill in. The token itself is shown once; only its hash is kept.
create table survey_token (
  id bigint primary key generated always as identity,
  survey_id bigint references survey on delete cascade,
  kind text not null,
  -- Whose it is, in the words of the person who made it.
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Of a reading token: whether it reads personal answers too.
  personal boolean not null default false check (kind = 'READ' or not personal),
  expires_at timestamptz,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_address text,
  person_id bigint references person on delete cascade,
  -- Of a program: what it may do, and in which surveys; null: in those that it sees.
  permissions text[] check (permissions <> '{}'),
  survey_ids bigint[] check (survey_ids is null or survey_ids <> '{}' and permissions is not null),
  -- A participant's own link to a survey: a token that answers for this one person, without an account. STAFF: of their app.
  constraint survey_token_kind_check check (kind in ('COLLECT', 'READ', 'ANSWER', 'STAFF') and (kind = 'STAFF') = (survey_id is null)),
  constraint survey_token_person check ((kind in ('ANSWER', 'STAFF')) = (person_id is not null))
);
create index on survey_token (survey_id, id);
create index on survey_token (created_by);
-- What it opens is decided when it is made.
revoke update on survey_token from canvass_app;
grant update (revoked_at, last_used_at, last_address) on survey_token to canvass_app;
create index survey_token_of_person on survey_token (person_id) where person_id is not null;
-- A new link ends the one before.
create unique index survey_token_once on survey_token (survey_id, person_id) where kind = 'ANSWER' and revoked_at is null;

-- Where the responses to a survey must come from: one policy for each survey, under the survey's own id (product.md §4).
create table geolocation (
  survey_id bigint primary key references survey on delete cascade,
  mode text not null check (mode in ('OFF', 'CAPTURE', 'WARN', 'BLOCK')),
  reference text not null check (reference in ('SITE', 'POINT', 'ADMIN_UNIT')),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  administrative_unit_id bigint references administrative_unit,
  distance_meters int not null check (distance_meters between 10 and 50000),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint geolocation_point check ((latitude is null) = (longitude is null)),
  constraint geolocation_place check (mode = 'OFF' or case reference
    when 'POINT' then latitude is not null
    when 'ADMIN_UNIT' then administrative_unit_id is not null
    else true end)
);
create index on geolocation (administrative_unit_id) where administrative_unit_id is not null;

-- Who may do what with which survey, beside its owner and the holders of surveys.all (product.md §2, §4).
create table access_grant (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  subject_type text not null check (subject_type in ('USER', 'ROLE', 'COMPANY', 'ADMIN_UNIT', 'SITE')),
  subject_id bigint not null,
  access_right text not null check (access_right in ('COLLECT', 'VIEW', 'REVIEW', 'EDIT', 'EXPORT', 'MANAGE')),
  -- Whom of the subject it reaches; null: everybody.
  filter jsonb,
  -- From then on it counts for nothing; null: it stays.
  expires_at timestamptz,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  -- The subject by its own table: the grant goes with a person or role; of another one it keeps the subject from deletion.
  person_id bigint generated always as (case subject_type when 'USER' then subject_id end) stored references person on delete cascade,
  role_id int generated always as (case subject_type when 'ROLE' then subject_id end) stored references role on delete cascade,
  company_id bigint generated always as (case subject_type when 'COMPANY' then subject_id end) stored references company,
  administrative_unit_id bigint
    generated always as (case subject_type when 'ADMIN_UNIT' then subject_id end) stored references administrative_unit,
  site_id bigint generated always as (case subject_type when 'SITE' then subject_id end) stored references site,
  -- What the filter names.
  filter_unit_id bigint generated always as ((filter ->> 'administrativeUnitId')::bigint) stored references administrative_unit,
  filter_category_id bigint generated always as ((filter ->> 'siteCategoryId')::bigint) stored references site_category,
  constraint access_grant_once unique nulls not distinct (survey_id, subject_type, subject_id, access_right, filter),
  -- Staff who keep sites and units could move a place, and with it a right (domain/people/access-rule.ts).
    constraint access_grant_place check (subject_type in ('USER', 'ROLE') or access_right = 'COLLECT'),
  constraint access_grant_filter check (filter is null or (
      jsonb_typeof(filter) = 'object' and filter <> '{}' and access_right = 'COLLECT' and subject_type <> 'USER'))
);
create index on access_grant (person_id, survey_id) where person_id is not null;
create index on access_grant (role_id, survey_id) where role_id is not null;
create index on access_grant (created_by);
create index on access_grant (company_id) where company_id is not null;
create index on access_grant (administrative_unit_id) where administrative_unit_id is not null;
create index on access_grant (site_id) where site_id is not null;
create index on access_grant (filter_unit_id) where filter_unit_id is not null;
create index on access_grant (filter_category_id) where filter_category_id is not null;

-- schema/09_responses
-- Responses as they came, what became of them, and the tasks that follow.

-- Who collected a response: a person of the house, a program with a token of the survey, or a name that a file tells. The
-- public link has none. Few rows beside the responses, so that a name is looked up once, and not in each response.
create table collector (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('PERSON', 'TOKEN', 'NAME')),
  -- Of a person or a token that is gone, the name remains, as on the trail.
  person_id bigint unique references person on delete set null,
  token_id bigint unique references survey_token on delete set null,
  -- A person's own name is read from the person.
  name text not null check (length(name) between 1 and 200),
  constraint collector_kind check (
    (person_id is null or kind = 'PERSON') and (token_id is null or kind = 'TOKEN'))
);
create unique index collector_name on collector (name) where kind = 'NAME';

-- Responses. Keys carry the survey so that these tables can be partitioned by it.
create table form (
  survey_id bigint not null references survey,
  id bigint not null default nextval('thing_id'),
  survey_version int not null,
  participant_id bigint references person,
  -- The participant when the survey takes one response of each, else null.
  once_key bigint,
  status text not null check (status in ('DRAFT', 'RECEIVED', 'IN_REVIEW', 'HAS_ISSUES', 'EDITED', 'APPROVED', 'REJECTED')),
  source text not null check (source in ('SCREEN', 'EXCEL', 'API', 'STAFF')),
  is_pilot boolean not null default false,
  -- The sender's own name of the form: a form sent again is the same form.
  client_uuid text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy real check (accuracy >= 0),
  flags text[] not null default '{}',
  submitted_at timestamptz not null,
  received_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by bigint references person,
  reason text,
  upload_id bigint,
  row_version int not null default 1,
  updated_at timestamptz not null default now(),
  -- The verdict on a response's place, as the policy was when it came in; null: the policy did not look.
  fence text check (fence in ('INSIDE', 'OUTSIDE', 'UNCERTAIN', 'NO_FIX')),
  fence_distance double precision check (fence_distance >= 0),
  -- A verdict has a reason that can be counted beside its note, and its reviewer may take it back for some seconds.
  issue_category_id bigint references issue_category,
  -- What the last review replaced: {status, reason, reviewedAt, reviewedBy, issueCategoryId}, reviewer, time, and the
  -- row_version that it made. An edit makes another version, so that nothing older comes back.
  replaced jsonb,
  collector_id bigint references collector,
  primary key (survey_id, id),
  constraint form_client_uuid unique (survey_id, client_uuid),
  constraint form_once_key unique (survey_id, once_key)
);
create index on form (id);
-- What lists page through: the keys of a page come from the index alone.
create index on form (submitted_at desc, id desc) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (status, submitted_at desc, id desc) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (survey_id, submitted_at desc, id desc) include (is_pilot) where status <> 'DRAFT';
create index on form (survey_id, status, submitted_at desc, id desc) include (is_pilot) where status <> 'DRAFT';
create index on form (reviewed_at, id) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (status, id) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (participant_id, submitted_at desc, id desc);
create index on form (client_uuid text_pattern_ops);
create index form_reviewed_by on form (reviewed_by) where reviewed_by is not null;
create index form_issue_category on form (issue_category_id, survey_id) where issue_category_id is not null;
create index on form using gin (flags) where flags <> '{}';
create index form_collector on form (collector_id, submitted_at desc, id desc) include (survey_id)
  where collector_id is not null;
-- What was returned to a collector: few of the many that one person collects.
create index form_returned on form (collector_id) where status = 'HAS_ISSUES' and collector_id is not null;

-- The answers of a response, by question.
create table form_doc (
  survey_id bigint not null,
  id bigint not null,
  -- {"<question id>": value}; the value's form is that of domain/answers/answers.ts.
  answers jsonb not null,
  paradata jsonb not null default '{}',
  primary key (survey_id, id),
  foreign key (survey_id, id) references form on delete cascade
);

-- One uploaded workbook; the same bytes again are answered from here.
create table form_upload (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  sha256 bytea not null,
  name text not null,
  result jsonb not null,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  constraint form_upload_once unique (survey_id, sha256)
);
create index form_upload_created_by on form_upload (created_by);

-- Those who may answer; without rows, all may.
create table survey_participant (
  survey_id bigint not null references survey on delete cascade,
  participant_id bigint not null references person on delete cascade,
  primary key (survey_id, participant_id)
);
create index on survey_participant (participant_id);

-- What each address sent in its present window of time.
create unlogged table link_sender (
  sender text primary key check (length(sender) between 1 and 100),
  sent int not null check (sent > 0),
  ends_at timestamptz not null
);
revoke truncate on link_sender from canvass_app;

-- Files that are being received. A process that dies leaves its rows until their time is over.
create unlogged table link_upload (
  id bigint primary key generated always as identity,
  survey_id bigint not null,
  bytes bigint not null check (bytes > 0),
  ends_at timestamptz not null
);
revoke update, truncate on link_upload from canvass_app;

-- Changes of answers after intake: what an answer was, what it became, who changed it and why. A change goes with its
-- response alone.
create table answer_change (
  survey_id bigint not null,
  id bigint not null generated always as identity,
  response_id bigint not null,
  -- As in form_doc.answers.
  key text not null,
  -- Null: not answered.
  before jsonb,
  after jsonb,
  changed_by bigint references person on delete set null,
  at timestamptz not null default now(),
  reason text check (length(reason) between 1 and 2000),
  -- IRRELEVANT: another answer made the question one that is not asked. CALCULATED: it follows from other answers.
  source text not null check (source in ('EDIT', 'REVERT', 'IRRELEVANT', 'CALCULATED')),
  -- An app has no account: its changes name its token.
  collector_id bigint references collector,
  primary key (survey_id, id),
  -- The participant was anonymised and the question is personal: the values are gone.
  erased boolean not null default false,
  constraint answer_change_changes check (case when erased then before is null and after is null else before is distinct from after end),
  foreign key (survey_id, response_id) references form on delete cascade
);
create index on answer_change (survey_id, response_id, id);
create index on answer_change (changed_by);
-- When a row was written is not for the app to say, and what was written stays.
revoke insert, update, delete, truncate on answer_change from canvass_app;
grant insert (survey_id, response_id, key, before, after, changed_by, reason, source, collector_id)
  on answer_change to canvass_app;
create index on answer_change (collector_id) where collector_id is not null;

-- Responses that a person has begun to enter: their own, one for each survey, and no response yet. So no total, list or file
-- of responses knows of them.
create table entry_draft (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  owner_id bigint not null references person on delete cascade,
  -- That it was filled in with.
  survey_version int not null,
  -- The name that its response will have.
  client_uuid text not null,
  -- Who was asked, when and where; its answers may still be wrong.
  work jsonb not null,
  like changed_record including all,
  constraint entry_draft_once unique (survey_id, owner_id)
);
create index on entry_draft (owner_id, updated_at desc);

-- Files that answer questions. A file comes in first, for one question of one survey, and then belongs to one response for
-- good: the keys below let no other one have it. Former answers keep their files, as a change can be taken back.
create table attachment (
  file_id bigint primary key references file on delete cascade,
  survey_id bigint not null,
  question_id bigint not null,
  -- Of a picture: the same, small.
  thumbnail_id bigint references file,
  -- The hash of the token by which a program sent it.
  program bytea,
  -- When it is removed, unless a response has it by then; null while one has it.
  expires_at timestamptz,
  -- The draft that names the file, which is kept as long as the draft.
  draft_id bigint references entry_draft on delete set null,
  -- The bytes of a file that came by a public link: what waits is summed up without reading the files.
  link_bytes bigint check (link_bytes > 0),
  unique (survey_id, question_id, file_id)
);
create index on attachment (expires_at) where expires_at is not null;
create index on attachment (thumbnail_id);
revoke update on attachment from canvass_app;
grant update (expires_at, draft_id) on attachment to canvass_app;
create index on attachment (draft_id) where draft_id is not null;
create index attachment_by_link on attachment (survey_id) include (link_bytes)
  where expires_at is not null and link_bytes is not null;

-- A file that answers a question of a response.
create table form_file (
  survey_id bigint not null,
  response_id bigint not null,
  file_id bigint primary key,
  question_id bigint not null,
  -- The question is personal in the version that the response answers.
  personal boolean not null,
  foreign key (survey_id, response_id) references form (survey_id, id) on delete cascade,
  constraint form_file_of_question foreign key (survey_id, question_id, file_id)
    references attachment (survey_id, question_id, file_id)
);
create index on form_file (survey_id, response_id);
create index on form_file (survey_id, question_id, file_id);
revoke update on form_file from canvass_app;

-- Files that a collecting app sent with a form, by the names that its answers have for them: before the form itself, and for
-- as long as it may be sent again.
create table collect_file (
  survey_id bigint not null,
  instance_id text not null check (length(instance_id) between 1 and 200),
  name text not null check (length(name) between 1 and 255),
  file_id bigint not null unique references attachment on delete cascade,
  primary key (survey_id, instance_id, name)
);

-- Further names by which collecting apps know a response: that of each correction, and that of a form whose correction came
-- before it. The response keeps its own name (form.client_uuid) for good.
create table collect_name (
  survey_id bigint not null,
  instance_id text not null check (length(instance_id) between 1 and 200),
  response_id bigint not null,
  -- Of the form that came under this name; null while its correction alone has come.
  sha256 bytea check (length(sha256) = 32),
  primary key (survey_id, instance_id),
  foreign key (survey_id, response_id) references form on delete cascade
);
create index on collect_name (survey_id, response_id);
revoke update, delete, truncate on collect_name from canvass_app;

-- Notes of a reviewer at single answers of a response that is returned. Who corrects the response reads them. They are
-- kept until it is returned again.
create table review_note (
  survey_id bigint not null,
  response_id bigint not null,
  -- As in form_doc.answers.
  key text not null check (length(key) between 1 and 100),
  note text not null check (length(note) between 1 and 500),
  primary key (survey_id, response_id, key),
  foreign key (survey_id, response_id) references form on delete cascade
);

-- Tasks: a unit of work of a survey, from the moment it is asked for to the verdict on what came of it (product.md §5).
create table task (
  survey_id bigint not null references survey on delete cascade,
  id bigint not null generated always as identity,
  site_id bigint references site,
  assignee_id bigint references person on delete set null,
  -- The response that does the task.
  form_id bigint,
  -- 0 open, 1 in progress, 2 submitted, 3 approved, 4 returned, 5 cancelled (domain/people/task.ts).
  status smallint not null check (status between 0 and 5),
  due_at timestamptz,
  note text,
  like changed_record including all,
  primary key (survey_id, id),
  constraint task_form unique (survey_id, form_id),
  foreign key (survey_id, form_id) references form,
  constraint task_form_given check (status <> 0 or form_id is null)
);
-- What the list pages through, newest first.
create index on task (id) include (survey_id);
create index on task (status, id) include (survey_id);
create index on task (survey_id, status, id);
create index on task (assignee_id, id);
create index on task (site_id) where site_id is not null;
-- Tasks that wait for a person's response.
create index on task (survey_id, assignee_id) where form_id is null;
-- Each order of the lists of tasks and of staff has its index.
create index on task (created_at, id) include (survey_id);
create index on task (updated_at, id) include (survey_id);
create index on task (due_at, id) include (survey_id);

-- The values of one answer as they are indexed; none for a file or a point.
create function index_values(answer jsonb, kind text) returns table (word text, number double precision)
  language sql stable parallel safe as $$
  select case kind when 'WORD' then left(value, 200) when 'TEXT' then left(fold(value), 200) end,
    case kind
      when 'NUMBER' then value::double precision
      when 'DAY' then (value::date - date '1970-01-01') * 86400.0
      when 'MOMENT' then extract(epoch from value::timestamptz)
    end
  from jsonb_array_elements_text(case
    when jsonb_typeof(answer) = 'array' then answer
    when jsonb_typeof(answer) = 'number' or jsonb_typeof(answer) = 'string' and kind <> 'NUMBER' then jsonb_build_array(answer)
    else '[]' end) value
$$;

-- The rows of the index of one response's answers: of answers at hand, which are not unpacked again for each question.
create function index_rows(survey bigint, answers jsonb)
  returns table (question_id bigint, word text, number double precision)
  language sql stable parallel safe as $$
  select asked.question_id, each.word, each.number
  from indexed_question asked, lateral index_values(answers -> asked.question_id::text, asked.kind) each
  where asked.survey_id = survey and not asked.repeats
  union all
  select distinct asked.question_id, each.word, each.number
  from indexed_question asked, lateral jsonb_each(answers) given, lateral index_values(given.value, asked.kind) each
  where asked.survey_id = survey and asked.repeats
    and split_part(given.key, '.', 1) = asked.question_id::text and given.key !~ '\.other$'
$$;

-- The rows of the index as answers are stored. In a section that repeats the key is `12.2`: each value counts once.
create view answer_to_index as
  select doc.survey_id, doc.id as form_id, index.question_id, index.word, index.number
  from form_doc doc, lateral index_rows(doc.survey_id, doc.answers) index;
revoke insert, update, delete on answer_to_index from canvass_app;

-- schema/10_answers
-- Answers that lists are narrowed by, and what is strange about responses.

-- The questions whose answers are kept here. Publishing adds them; a question that was once added stays.
create table indexed_question (
  survey_id bigint not null references survey on delete cascade,
  question_id bigint not null,
  code text not null,
  -- WORD: codes of options. TEXT: without regard to case and accents. DAY and MOMENT: seconds since 1970, in UTC.
  kind text not null check (kind in ('WORD', 'TEXT', 'NUMBER', 'DAY', 'MOMENT')),
  -- Some version calls it personal.
  personal boolean not null,
  -- Whether the section of the question repeats in some version.
  repeats boolean not null default false,
  -- Whether one response may have several words: several options, or a section that repeats.
  several boolean not null default false,
  primary key (survey_id, question_id)
);

-- One answer that lists are narrowed by, as word or number. Such rows are half of all bytes: each is as short as it can be.
create table answer_index (
  form_id bigint not null,
  survey_id bigint not null,
  question_id int not null,
  word text collate "C",
  number double precision,
  constraint answer_index_value check ((word is null) <> (number is null)),
  foreign key (survey_id, form_id) references form on delete cascade
);
-- No key: all answers of a response share one entry.
create index on answer_index (survey_id, form_id);
create index answer_index_word on answer_index (question_id, word, form_id) where word is not null;
create index answer_index_number on answer_index (question_id, number, form_id) where number is not null;
-- Counts read the index alone as far as it was vacuumed: new rows of so large a table would else wait for a fifth of it.
alter table answer_index set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Quality flags of responses. `form.flags` names the open ones, whatever raised them; `form_flag` says why, and who dismissed
-- one.
create table form_flag (
  survey_id bigint not null,
  id bigint not null,
  flag text not null check (flag ~ '^[A-Z_]{1,40}$'),
  -- What it was raised for (domain/answers/quality-flags.ts). It names other responses and questions, never an answer.
  facts jsonb not null default '{}',
  dismissed_at timestamptz,
  dismissed_by bigint references person on delete set null,
  note text check (length(note) between 1 and 2000),
  primary key (survey_id, id, flag),
  foreign key (survey_id, id) references form on delete cascade,
  constraint form_flag_dismissed check ((dismissed_at is null) = (note is null))
);
create index on form_flag (dismissed_by) where dismissed_by is not null;

-- Hashes of what responses may have in common: their answers, parts of them, phones, device and place.
create table form_print (
  survey_id bigint not null,
  is_pilot boolean not null,
  kind smallint not null,
  hash bigint not null,
  id bigint not null,
  primary key (survey_id, is_pilot, kind, hash, id),
  foreign key (survey_id, id) references form on delete cascade
);
create index on form_print (survey_id, id);
create index form_print_device on form_print (hash) where kind = 2;

-- How strict the flags of a survey are; without a row, as domain/answers/quality-flags.ts has it.
create table survey_quality (
  survey_id bigint primary key references survey on delete cascade,
  alike_percent int not null check (alike_percent between 50 and 100),
  seconds_per_answer int not null check (seconds_per_answer between 0 and 600),
  most_people int not null check (most_people between 1 and 1000),
  updated_at timestamptz not null default now()
);

-- What the numbers of a survey usually are, measured again whenever a quarter more responses have come.
create table survey_usual (
  survey_id bigint primary key references survey on delete cascade,
  seen bigint not null,
  measured_at bigint not null default 0,
  -- {"<question id>": [low, high]}
  ranges jsonb not null default '{}'
);

-- schema/11_counts
-- Kept counts of responses and tasks, so that no page counts a million rows.

-- Responses by survey, version, status and day of submission (UTC). Drafts are not counted.
call counter('survey_counter', 'survey_id bigint, survey_version int, status text, day date, is_pilot boolean');
-- Days of all surveys.
create index on survey_counter (day);
-- What the folding of past days looks for.
create index on survey_counter (day) where slot <> 0;

-- Responses by survey, version and status, without their days: a list of all surveys adds up these instead of each day of
-- each survey.
call counter('survey_total', 'survey_id bigint, survey_version int, status text, is_pilot boolean');

-- Open flags of responses.
call counter('survey_flag_counter', 'survey_id bigint, is_pilot boolean, flag text');

-- Tasks by survey and status.
call counter('task_counter', 'survey_id bigint, status smallint');

-- Responses that changed since the file that has their columns was written; a row for each change.
create table form_change (
  survey_id bigint not null,
  form_id bigint not null
);
create index on form_change (survey_id, form_id);

-- Files of columns (responses/insight/column-files.ts): all responses of a survey whose numbers are in one part of all numbers.
create table column_file (
  survey_id bigint not null references survey on delete cascade,
  part bigint not null,
  name text not null unique,
  bytes bigint not null,
  written_at timestamptz not null,
  primary key (survey_id, part)
);

-- Each night the kept counts are compared with the truth, once.
create table counter_check (
  day date primary key,
  at timestamptz not null default now(),
  -- [{"counter": "survey_counter", "wrong": 3, "first": [{"of": ..., "kept": ..., "true": ...}]}]; empty when all is right.
  alarms jsonb not null check (jsonb_typeof(alarms) = 'array')
);
revoke insert, update, delete on counter_check from canvass_app;
grant insert (day, alarms) on counter_check to canvass_app;

-- schema/12_payments
-- Payments: what is owed, who let it go, and how it went to the provider.

-- Payments that people enter by hand, one by one or from a file: what they are for, beside the payable itself.
create table payment_upload (
  id bigint generated always as identity primary key,
  -- The same file is one upload.
  sha256 bytea not null unique,
  name text not null,
  rows int not null check (rows > 0),
  created_by bigint not null references person,
  created_at timestamptz not null default now()
);
create index on payment_upload (created_by);
call append_only('payment_upload');

-- The app writes each column of a new row but its moments and its number, which the database gives.
create procedure keeps_moments(kept regclass, variadic moments text[]) language plpgsql as $$
begin
  execute format('revoke insert on %s from canvass_app', kept);
  execute (select format('grant insert (%s) on %s to canvass_app', string_agg(quote_ident(attname), ', '), kept)
    from pg_attribute where attrelid = kept and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      and attname <> all(moments));
end $$;
call keeps_moments('payment_upload', 'created_at');

-- The recorded choice about responses that no full set came of when their survey ended.
create table leftover (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  choice text not null check (choice in ('PAY_PRO_RATA', 'DROP')),
  participants int not null check (participants > 0),
  responses int not null check (responses >= participants),
  decided_by bigint references person on delete set null,
  decided_at timestamptz not null default now()
);
create index on leftover (survey_id);
create index on leftover (decided_by);
revoke insert, update, delete on leftover from canvass_app;
grant insert (survey_id, choice, participants, responses, decided_by) on leftover to canvass_app;

-- What is owed for responses, or by hand: one row is one payment.
create table payable (
  id bigint primary key default nextval('thing_id'),
  kind text not null default 'INDIVIDUAL' check (kind in ('INDIVIDUAL', 'GROUPED', 'MANUAL')),
  -- What callers know a manual payment by (payments.md §1.5). It begins like no number.
  name text check (name ~ '^MAN-[0-9A-Z]{1,40}$'),
  survey_id bigint not null references survey,
  participant_id bigint references person,
  msisdn text check (msisdn ~ '^\+[1-9][0-9]{6,14}$'),
  -- What is sent, and what of it pays for cashing out the rest: the payee gets the full amount in the hand.
  amount_minor amount not null,
  charge_minor bigint not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider text not null references provider check (provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  status text not null default 'ELIGIBLE' check (status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING',
    'SUCCESSFUL', 'FAILED', 'REJECTED', 'CANCELLED', 'REVERSING', 'REVERSED')),
  -- Why it was rejected or why it failed: a code, and what the person wrote.
  reason text,
  reason_text text,
  -- One pass through the people; only a new round starts over.
  round int not null default 1,
  -- SHA-256 of what people sign; every step carries the same.
  facts_hash bytea not null,
  like changed_record including all,
  -- How many responses a set has: the survey's count, or those left over.
    set_size int check (set_size > 0),
  leftover_id bigint references leftover,
  -- Until it is put forward, a payable goes to the phone that its participant has. A given one stays.
    phone_from text not null default 'PARTICIPANT' check (phone_from in ('PARTICIPANT', 'GIVEN')),
  -- The reversed payment that two people owe again by this one.
  follows bigint constraint payable_follows_once unique references payable,
  constraint payable_charge check (charge_minor >= 0 and charge_minor < amount_minor),
  constraint payable_name check ((name is not null) = (kind = 'MANUAL')),
  constraint payable_set check ((kind = 'GROUPED') = (set_size is not null) and (leftover_id is null or kind = 'GROUPED')),
  constraint payable_currency foreign key (currency) references currency,
  -- A payment that was opened again after its payee was erased has no phone. When the provider pays an earlier try of it
  -- after all, the payment is paid: that try has the phone.
  constraint payable_phone check (
    msisdn is not null or status in ('ELIGIBLE', 'REJECTED', 'CANCELLED', 'SUCCESSFUL', 'REVERSING', 'REVERSED'))
);
create index on payable (updated_at desc, id desc);
create index on payable (status, updated_at desc, id desc);
create index on payable (survey_id, updated_at desc, id desc);
create index on payable (survey_id, status, updated_at desc, id desc);
create index on payable (status, id);
-- The facts never change; what changes, changes by the rules below.
revoke update, delete on payable from canvass_app;
grant update (status, reason, reason_text, version, updated_at, round, msisdn, amount_minor, charge_minor, phone_from, provider, facts_hash)
  on payable to canvass_app;
create index on payable (leftover_id) where leftover_id is not null;
create index on payable (msisdn) where msisdn is not null;
create unique index payable_name_key on payable (name) where name is not null;
create index payable_created on payable (created_at, id) include (status, currency, amount_minor);
create index payable_amount on payable (amount_minor, id) include (status, currency);
-- Few payments have a reason, or no phone.
create index payable_reasoned on payable (id) where reason is not null;
create index payable_no_phone on payable (survey_id, status, currency) include (amount_minor) where msisdn is null;
create index payable_charged on payable (updated_at) where charge_minor > 0;
create index payable_participant on payable (participant_id);
call keeps_moments('payable', 'created_at', 'updated_at');
create trigger stays before delete on payable for each statement execute function refuse_change();

-- Which responses a payable pays. A response is in one live payable at most.
create table payable_response (
  payable_id bigint not null references payable,
  survey_id bigint not null,
  response_id bigint not null,
  released_at timestamptz,
  primary key (payable_id, response_id),
  foreign key (survey_id, response_id) references form (survey_id, id)
);
create unique index payable_response_live on payable_response (response_id) where released_at is null;
create index on payable_response (survey_id, response_id);
revoke update, delete on payable_response from canvass_app;
call keeps_moments('payable_response', 'released_at');

-- Approvals of one participant in one survey queue at this row, so that two of them see each other's responses.
create table set_payee (
  survey_id bigint not null references survey on delete cascade,
  participant_id bigint not null,
  primary key (survey_id, participant_id)
);
revoke update, delete on set_payee from canvass_app;
-- A lock needs it; no row changes.
grant update (survey_id) on set_payee to canvass_app;

-- A response that was dropped is never paid, also when its survey opens again.
create table dropped_response (
  response_id bigint primary key,
  survey_id bigint not null,
  leftover_id bigint not null references leftover on delete cascade,
  foreign key (survey_id, response_id) references form (survey_id, id) on delete cascade
);
create index on dropped_response (survey_id, response_id);
create index on dropped_response (leftover_id);
revoke update, delete on dropped_response from canvass_app;

-- What was entered for a payment by hand.
create table manual_payment (
  payable_id bigint primary key references payable,
  survey_id bigint not null references survey,
  -- The visit that it is for, where there is one.
  location_id bigint,
  upload_id bigint references payment_upload,
  recipient_name text,
  -- What the caller calls it: once in each survey.
  reference text check (reference <> ''),
  reason text not null,
  reason_text text,
  -- Why it is made although there is another one for the same visit and phone.
  override_reason text,
  foreign key (survey_id, location_id) references form (survey_id, id),
  constraint manual_payment_reason_check check (reason ~ '\S')
);
create unique index manual_payment_reference on manual_payment (survey_id, lower(reference)) where reference is not null;
create index on manual_payment (survey_id, location_id);
create index on manual_payment (upload_id);
call append_only('manual_payment');

-- What people look for in a list: a part of the recipient, the reference or the purpose.
create function entry_words(recipient_name text, reference text, reason text, reason_text text) returns text
  language sql immutable parallel safe
  return fold(coalesce(recipient_name, '') || E'\n' || coalesce(reference, '') || E'\n' || coalesce(reason_text, '')
    || E'\n' || case reason when 'OTHER' then '' else reason end);
create index on manual_payment using gin (entry_words(recipient_name, reference, reason, reason_text) gin_trgm_ops);

-- Actions of people on a payable, the right that each needs, and the duty that it gives in a round.
create table payment_step (step text primary key, permission text not null, duty text);
revoke insert, update, delete on payment_step from canvass_app;

-- Every lawful change of status, and the step that makes it; null: the house does.
create table payable_move (
  from_status text not null,
  to_status text not null,
  step text,
  next_round boolean not null default false,
  constraint payable_move_once unique nulls not distinct (from_status, to_status, step)
);

-- The steps that a payable of a status must show, of its current round and with its current facts.
create table payable_signature (status text not null, step text not null, primary key (status, step));
-- Every change of state that provider and worker make of an attempt.
create table attempt_move (from_state text not null, to_state text not null, primary key (from_state, to_state));
revoke insert, update, delete on payable_move, payable_signature, attempt_move from canvass_app;

-- One person's signature under a payment, in one of its rounds. Laws prove its payment: a foreign key took 28 % more time.
create table step (
  payable_id bigint not null,
  round int not null,
  step text not null,
  level int not null default 1 check (level > 0),
  actor_id bigint not null references person,
  -- The actor's role at the time.
  role text not null,
  facts_hash bytea not null,
  at timestamptz not null default now(),
  -- A signature of the round before, which a new try with the same facts keeps.
    carried boolean not null default false,
  constraint step_once primary key (payable_id, round, step, level)
);
create index on step (actor_id);
call append_only('step');
call keeps_moments('step', 'at');

-- What was authorized together: it has its own accounts, so that batches do not wait for each other.
create table batch (
  id bigint generated always as identity primary key,
  created_by bigint not null references person,
  created_at timestamptz not null default now()
);
create index batch_created_by on batch (created_by);
revoke update, delete on batch from canvass_app;
call keeps_moments('batch', 'created_at');

-- One try to pay a payment at a provider.
create table attempt (
  id bigint generated always as identity primary key,
  payable_id bigint not null references payable,
  no int not null check (no > 0),
  batch_id bigint not null references batch,
  -- Committed before a byte is sent, and the same in every send: the provider pays it once at most.
  client_ref uuid not null,
  provider text not null,
  msisdn text not null,
  amount_minor amount not null,
  currency text not null,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RECALLED')),
  -- Grows whenever a worker takes the attempt in hand: what an earlier holder writes meets no row.
  fence int not null default 0,
  -- When it is due to be sent or asked about; while a worker has it in hand, when its lease ends; infinity, while only a
  -- person can help.
  next_at timestamptz not null default now(),
  -- Sends that may have reached the provider.
  sends int not null default 0,
  -- Status calls since the last send.
  polls int not null default 0,
  provider_ref text,
  reason text,
  requested_at timestamptz not null default now(),
  sent_at timestamptz,
  final_at timestamptz,
  -- What the provider stated in its last answer that money moved.
    paid_minor amount,
  paid_currency text,
  paid_msisdn text,
  -- Two people settled it (`finding`).
    resolved boolean not null default false,
  -- A provider may say how often its handle may be asked for.
  poll_limit int check (poll_limit >= 0),
  -- Sends that the provider turned away at its door.
    turned_away int not null default 0,
  -- A person says that it was paid by hand, at this provider or cash point: no worker and no file takes it.
  is_outside boolean not null default false,
  constraint attempt_no unique (payable_id, no),
  constraint attempt_proven check (state <> 'SUCCESSFUL' or resolved or (provider_ref is not null
      and paid_minor is not null and paid_minor = amount_minor and paid_currency is not null and paid_currency = currency
      and coalesce(paid_msisdn, msisdn) = msisdn)),
  constraint attempt_refused check (state <> 'FAILED' or resolved or reason is not null),
  constraint attempt_counts check (turned_away between 0 and sends and polls >= 0),
  constraint attempt_ended check ((final_at is not null) = (state in ('SUCCESSFUL', 'FAILED', 'RECALLED')))
);
create unique index attempt_live on attempt (payable_id) where state not in ('FAILED', 'RECALLED');
create index on attempt (requested_at, id);
create index on attempt (amount_minor, id);
create index on attempt (state, id);
call keep_count('attempt');
revoke update, delete on attempt from canvass_app;
grant update (state, fence, next_at, sends, polls, poll_limit, turned_away, provider_ref, reason, sent_at, final_at, paid_minor,
  paid_currency, paid_msisdn, resolved) on attempt to canvass_app;
create index on attempt (batch_id);
-- A failure is looked at again later: some providers pay after all.
create index attempt_late on attempt (provider, next_at) where state = 'FAILED' and next_at < 'infinity';
create index attempt_reasoned on attempt (payable_id) where reason is not null and state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN');
create unique index attempt_client_ref on attempt (client_ref, (case state when 'RECALLED' then id else 0 end));
create index attempt_outside on attempt (payable_id) where is_outside and state = 'QUEUED';
create index attempt_to_send on attempt (provider, next_at) where state = 'QUEUED';
create index attempt_to_ask on attempt (provider, next_at) where state in ('SENDING', 'SENT', 'UNKNOWN');
-- An attempt begins with nothing of all that its worker writes.
call keeps_moments('attempt', 'requested_at', 'sent_at', 'final_at', 'next_at', 'fence', 'sends', 'turned_away', 'polls',
  'poll_limit', 'provider_ref', 'reason', 'paid_minor', 'paid_currency', 'paid_msisdn', 'resolved');
-- One payment at the provider pays one attempt here.
create unique index attempt_reference on attempt (provider_ref, provider) where provider_ref is not null;
create trigger stays before delete on attempt for each statement execute function refuse_change();

-- What a provider answered about a try, without credentials and phones: the evidence of its outcome.
create table provider_event (
  id bigint generated always as identity,
  payable_id bigint not null,
  attempt_no int not null,
  at timestamptz not null default now(),
  -- What it was asked: `GET /transactions/REF-1`.
  question text not null check (length(question) <= 400),
  -- Null: no whole answer came, and `answer` is why.
  http_status int check (http_status between 100 and 999),
  answer text not null check (octet_length(answer) <= 4096),
  is_cut boolean not null,
  -- What the last answer of a question meant, and what it calls the payment that it states.
  reading text check (reading in ('ACCEPTED', 'SUCCEEDED', 'FAILED_DEFINITE', 'UNKNOWN', 'RATE_LIMITED', 'NOT_FOUND',
    'NAME_AGREES', 'NAME_DIFFERS')),
  paid_ref text,
  primary key (payable_id, attempt_no, id),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no)
);
-- Of the last year no answer goes, whatever is told to go; older ones go by months (`forget_answers`).
create trigger append_only before update or truncate on provider_event for each statement execute function refuse_change();
create trigger answer_stays before delete on provider_event for each row when (old.at > now() - interval '1 year') execute function refuse_change();
revoke update, delete, truncate on provider_event from canvass_app;
create index on provider_event using brin (at);
call keeps_moments('provider_event', 'at');

-- Part of a phone is searched for in the phones that payments go to, each of them once: an index of parts on `payable` would
-- be written again at each change of a payment.
create table payee_phone (msisdn text primary key);
create index on payee_phone using gin (msisdn gin_trgm_ops);
revoke insert, update, delete, truncate on payee_phone from canvass_app;

-- Payments that something may hold up: their participant's phone changed or their response was taken back meanwhile. All
-- others have no hold but a missing phone, so that what waits for a person is known without a look at each.
create table doubtful_payable (payable_id bigint primary key references payable);
revoke insert, update, delete on doubtful_payable from canvass_app;

-- Runs that people make: what a run is about is chosen and frozen first, looked at, and started by the same person.
create table payment_selection (
  id bigint generated always as identity primary key,
  step text not null references payment_step,
  -- How it was chosen: by ids, by the filter of the list, from a file, or what another run left.
  source jsonb not null,
  made_by bigint not null references person,
  made_at timestamptz not null default now(),
  size int not null check (size between 0 and 1000000),
  -- Per currency, in minor units as text.
  sums jsonb not null,
  survey_ids bigint[] not null,
  -- Rows of the file that name no payment, and where in the file the others are.
  file_rows jsonb not null default '[]'
);
create index on payment_selection (made_by);
create index on payment_selection (made_at);
-- A selection that was never started goes; what a run was about never changes.
revoke update on payment_selection from canvass_app;
call keeps_moments('payment_selection', 'made_at');

-- Each part is one chunk of the run, with the versions that the person saw.
create table payment_selection_part (
  selection_id bigint not null references payment_selection on delete cascade,
  first_id bigint not null,
  ids bigint[] not null,
  versions int[] not null check (cardinality(versions) = cardinality(ids)),
  primary key (selection_id, first_id)
);
alter table payment_selection_part alter column ids set storage external;
revoke update, delete on payment_selection_part from canvass_app;

-- Runs: a step on more payments than one call takes, done by a job in chunks. An authorization holds the money of all its
-- payments from its first chunk on, in as many transactions as it needs, and gives the remainder back when it ends.
create table payment_run (
  job_id bigint primary key references job on delete cascade,
  -- Whose accounts hold the money while the run is under way.
  batch_id bigint references batch,
  -- Sums that the floats are short of: payments of those currencies are refused.
  missing jsonb not null default '[]',
  name text check (length(name) between 1 and 200),
  selection_id bigint references payment_selection,
  -- Takes each step and takes it back.
    is_trial boolean not null default false,
  -- Stopped for good; a run that was only cancelled goes on when its maker wants.
    stopped_at timestamptz,
  -- Done when it was last taken up: the pace is that of the rows since.
    done_before bigint not null default 0
);
create index on payment_run (batch_id) where batch_id is not null;
revoke update, delete on payment_run from canvass_app;
grant update (batch_id, missing, name, stopped_at) on payment_run to canvass_app;
create index on payment_run (selection_id);
-- A selection is started once; it may be tried as often as one likes.
create unique index payment_run_once on payment_run (selection_id) where not is_trial;

-- How many people end a stop of each kind; 0: the house ends it with its cause. `asks`: questions still go out meanwhile.
-- domain/money/payment-stops.ts has the same.
create table payment_stop_kind (
  kind text primary key,
  people int not null,
  asks boolean not null
);
revoke insert, update, delete on payment_stop_kind from canvass_app;

-- Why nothing is sent to a provider, from when to when.
create table payment_stop (
  id bigint generated always as identity primary key,
  -- Null: all providers.
  provider text references provider,
  kind text not null references payment_stop_kind,
  -- A code that says why, and what people are shown of it.
  reason text not null check (reason ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  began_at timestamptz not null default now(),
  -- Null: the house.
  began_by bigint references person,
  ended_at timestamptz,
  ended_by bigint references person,
  constraint payment_stop_beginner check ((began_by is not null) = (kind = 'PAUSED'))
);
create unique index payment_stop_open on payment_stop (coalesce(provider, ''), kind) where ended_at is null;
create index on payment_stop (began_by);
create index on payment_stop (ended_by);
revoke insert, update, delete on payment_stop from canvass_app;
grant insert (provider, kind, reason, details, began_by), update (ended_at) on payment_stop to canvass_app;

-- People who looked at the state that a stop shows and say that sending may go on.
create table payment_stop_confirmation (
  stop_id bigint not null references payment_stop,
  person_id bigint not null references person,
  at timestamptz not null default now(),
  choice text check (choice in ('OWED', 'DROPPED')),
  primary key (stop_id, person_id)
);
create index on payment_stop_confirmation (person_id);
call append_only('payment_stop_confirmation');
revoke insert on payment_stop_confirmation from canvass_app;
grant insert (stop_id, person_id, choice) on payment_stop_confirmation to canvass_app;

-- What people establish about money, with their evidence, where the provider's word is missing: an unclear outcome, money
-- to be got back, and whether it came back. Two people who agree decide.
create table finding (
  id bigint generated always as identity primary key,
  payable_id bigint not null,
  attempt_no int not null,
  outcome text not null check (outcome in ('PAID', 'NOT_PAID', 'REVERSE', 'RECOVERED', 'NOT_RECOVERED', 'OWED')),
  evidence text not null,
  -- What names the letter, statement or receipt.
  document text check (length(document) between 1 and 200),
  file_id bigint references file,
  -- The day on which the money went out, by the document.
  paid_on date,
  actor_id bigint not null references person,
  role text not null,
  at timestamptz not null default now(),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  -- Words that say something. Rows of before keep what they have.
  constraint finding_evidence_check check (evidence ~ '\S' and length(evidence) <= 2000)
);
create index on finding (payable_id, attempt_no, id);
create index on finding (actor_id);
create index on finding (file_id);
call append_only('finding');
call keeps_moments('finding', 'at');

-- Paid after all, or paid twice: what people have to look at, for ever.
create table incident (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('PAID_LATE', 'PAID_TWICE')),
  payable_id bigint not null,
  attempt_no int not null,
  provider_ref text not null,
  at timestamptz not null default now(),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  constraint incident_once unique (payable_id, attempt_no, kind)
);
call append_only('incident');
call keeps_moments('incident', 'at');

-- Which copy of the database this is: another system is a copy that was restored, another timeline a standby that took over.
create table database_life (
  id bigint generated always as identity primary key,
  system_id bigint not null,
  timeline int not null,
  began_at timestamptz not null default now()
);
call append_only('database_life');
revoke insert on database_life from canvass_app;

create function timeline_now() returns int language sql volatile
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;

create function system_now() returns bigint language sql volatile return (select system_identifier from pg_control_system());
insert into database_life (system_id, timeline) values (system_now(), timeline_now());

-- A provider in trouble is tried once in a while, by one process. What is wrong with our account there keeps no question back.
create table provider_probe (
  provider text primary key references provider,
  due_at timestamptz not null
);
revoke update, delete on provider_probe from canvass_app;
grant update (due_at) on provider_probe to canvass_app;

-- What a provider said last that our account there holds; null: nothing yet. One process asks, once an hour.
create table provider_balance (
  provider text not null references provider,
  currency text not null references currency,
  amount_minor numeric(38),
  at timestamptz,
  asked_at timestamptz not null default now(),
  primary key (provider, currency)
);
revoke update, delete on provider_balance from canvass_app;
grant update (amount_minor, at, asked_at) on provider_balance to canvass_app;

-- What lets us in at a provider, sealed with a key that is not in the database (secrets.ts).
create table provider_credential (
  provider text not null references provider,
  name text not null,
  sealed bytea not null,
  set_at timestamptz not null default now(),
  set_by bigint not null references person,
  primary key (provider, name)
);
create index on provider_credential (set_by);
revoke update on provider_credential from canvass_app;

create view waiting_response as
  select f.survey_id, f.id, f.participant_id, f.submitted_at, s.aggregation_count as set_size, s.amount_minor, s.currency
  from form f join survey s on s.id = f.survey_id
  where s.survey_type = 'PAID' and s.payment_aggregation = 'GROUPED' and f.status = 'APPROVED' and not f.is_pilot
    and not exists (select from payable_response l where l.response_id = f.id and l.released_at is null)
    and not exists (select from dropped_response d where d.response_id = f.id);

-- schema/13_limits
-- How much may be let go.

-- A limit or a budget is lowered by one person. To raise or remove it takes two: one asks, another one confirms.
create table limit_change (
  id bigint generated always as identity primary key,
  -- The survey whose budget changes; null: the limits of payments.
  survey_id bigint references survey on delete cascade,
  -- Of the limits or the budget that it changes: what was changed since is not overwritten.
  version int not null,
  -- All limits, or the budget: `amount_minor` as text, null where it goes.
  wanted jsonb not null,
  -- A budget changes without one.
  reason text check (reason ~ '\S'),
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'REFUSED')),
  asked_by bigint not null references person,
  asked_at timestamptz not null default now(),
  decided_by bigint references person,
  decided_at timestamptz,
  constraint limit_change_reason check (reason is not null or survey_id is not null),
  constraint limit_change_decided check ((status = 'ASKED') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index limit_change_open on limit_change (coalesce(survey_id, 0)) where status = 'ASKED';
create index on limit_change (survey_id);
create index on limit_change (asked_by);
create index on limit_change (decided_by);
revoke update, delete on limit_change from canvass_app;
grant update (status, decided_by) on limit_change to canvass_app;
call keeps_moments('limit_change', 'asked_at', 'decided_at');

-- How much may be let go: limits as a policy of which every version is kept, and budgets of surveys.
create table payment_policy (
  version int primary key check (version > 0),
  changed_by bigint not null references person,
  changed_at timestamptz not null default now(),
  reason text not null,
  -- The confirmed change that it is, where it takes one.
  change_id bigint,
  constraint payment_policy_reason_check check (reason ~ '\S')
);
create index on payment_policy (changed_by);
call append_only('payment_policy');
call keeps_moments('payment_policy', 'changed_at');
grant insert (change_id) on payment_policy to canvass_app;

-- An amount that a version of the limits allows.
create table payment_limit (
  version int not null references payment_policy,
  -- One payment, the payments of one call, those to one phone or by one person on a day (UTC), and the amount above which a
  -- second person approves.
  kind text not null check (kind in ('PAYMENT', 'RUN', 'PHONE_DAY', 'ACTOR_DAY', 'SECOND_APPROVAL')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Code of the role that it is for; null: for each role without a limit of its own.
  role text,
  amount_minor amount not null,
  constraint payment_limit_role check (role is null or kind in ('PAYMENT', 'RUN', 'ACTOR_DAY')),
  constraint payment_limit_currency foreign key (currency) references currency
);
create unique index payment_limit_once on payment_limit (version, kind, currency, coalesce(role, ''));
call append_only('payment_limit');

-- The most that a survey may pay, in its own currency.
create table survey_budget (
  survey_id bigint primary key references survey on delete cascade,
  amount_minor amount_sum check (amount_minor > 0),
  currency text not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Who asked for it; null: written before this rule.
    changed_by bigint references person,
  change_id bigint
);
create index on survey_budget (changed_by);
revoke insert, update, delete, truncate on survey_budget from canvass_app;
grant insert (survey_id, amount_minor, currency, changed_by, change_id), update (amount_minor, currency, changed_by, change_id)
  on survey_budget to canvass_app;

-- What each person let through on a day at each step, and how much of it in the last transaction.
create table let_through (
  actor_id bigint not null,
  step text not null,
  currency text not null,
  day date not null,
  amount_minor amount_sum not null,
  xid xid8 not null,
  at_once_minor amount_sum not null,
  -- Steps of one person at the same moment no longer wait for each other: what the person let through on a day is spread over
  -- slots, as other kept sums are. Only under a limit of the day do they queue, and the second sees what the first let through.
  slot smallint not null default 0,
  primary key (actor_id, step, currency, day, slot)
);
revoke insert, update, delete, truncate on let_through from canvass_app;

-- schema/14_books
-- The books that prove it, and the kept sums of payments.

-- One account of the books, with what was booked on either side.
create table account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('OPENING', 'FUNDER', 'FLOAT', 'HELD', 'RESERVED', 'SPENT', 'FEES', 'SUSPENSE')),
  provider text not null references provider,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  batch_id bigint references batch,
  survey_id bigint references survey,
  name text not null unique
    generated always as (kind || ':' || provider || ':' || currency || coalesce(':' || coalesce(batch_id, survey_id)::text, '')) stored,
  normal_side text not null generated always as (case when kind in ('OPENING', 'FUNDER') then 'CREDIT' else 'DEBIT' end) stored,
  no_overdraft boolean not null generated always as (kind not in ('OPENING', 'FUNDER', 'SUSPENSE')) stored,
  debits amount_sum not null default 0,
  credits amount_sum not null default 0,
  constraint account_currency unique (id, currency),
  constraint account_owner check (
    (batch_id is not null) = (kind in ('HELD', 'RESERVED')) and (survey_id is not null) = (kind = 'SPENT')),
  constraint account_no_overdraft check (
    not no_overdraft or case normal_side when 'DEBIT' then debits - credits else credits - debits end >= 0),
  constraint account_known_currency foreign key (currency) references currency
);
-- Only transfers move balances.
revoke insert, update, delete on account from canvass_app;
grant insert (kind, provider, currency, batch_id, survey_id) on account to canvass_app;
create index on account (batch_id) where batch_id is not null;
create index on account (survey_id) where survey_id is not null;
create trigger stays before delete on account for each statement execute function refuse_change();

-- What each kind of transfer may move money between.
create table transfer_kind (
  kind text primary key,
  from_kind text not null,
  to_kind text not null,
  -- The state of the attempt whose money it moves; null: it belongs to no attempt.
  attempt_state text
);
revoke insert, update, delete on transfer_kind from canvass_app;

-- Money comes into the floats, and leaves them, by two people: one asks with a reference and a document, another confirms.
create table funding (
  id bigint generated always as identity primary key,
  -- The float that money leaves, and the one that it comes into. A side that is null is outside.
  from_provider text check (from_provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  from_currency text check (from_currency ~ '^[A-Z]{3}$'),
  from_minor amount_sum check (from_minor > 0),
  into_provider text check (into_provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  into_currency text check (into_currency ~ '^[A-Z]{3}$'),
  into_minor amount_sum check (into_minor > 0),
  -- The account on the other side: OPENING is what the float held when the house began with it, FEES are what the provider took, SUSPENSE what nothing explains yet.
  counter text not null default 'FUNDER' constraint funding_counter check (counter = 'FUNDER' or num_nulls(from_minor, into_minor) = 1
    and (counter = 'SUSPENSE' or counter = 'FEES' and into_minor is null
      or counter = 'OPENING' and from_minor is null and file_id is not null and coalesce(note, '') ~ '\S')),
  kind text not null generated always as (case when counter = 'FEES' then 'FEE' when counter = 'OPENING' then counter when num_nulls(from_minor, into_minor) = 0
    then 'TRANSFER' when from_minor is null then case counter when 'FUNDER' then 'TOPUP' else 'SURPLUS' end
    when counter = 'FUNDER' then 'WITHDRAWAL' else 'SHORTAGE' end) stored,
  -- Of the bank or the provider: what tells this movement from any other.
  reference text not null,
  -- The day on which the money moved, by the document.
  day date not null,
  -- What shows it: a file, or its words.
  file_id bigint references file,
  note text,
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'REFUSED')),
  asked_by bigint not null references person,
  asked_at timestamptz not null default now(),
  decided_by bigint references person,
  decided_at timestamptz,
  decision_text text,
  constraint funding_sides check (num_nulls(from_provider, from_currency, from_minor) in (0, 3)
    and num_nulls(into_provider, into_currency, into_minor) in (0, 3) and num_nulls(from_minor, into_minor) < 2
    and (from_provider, from_currency) is distinct from (into_provider, into_currency)),
  -- Between floats of one currency nothing is lost on the way.
  constraint funding_whole check (from_currency <> into_currency or from_minor = into_minor),
  constraint funding_decided check ((status = 'ASKED') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint funding_from_currency foreign key (from_currency) references currency,
  constraint funding_into_currency foreign key (into_currency) references currency,
  constraint funding_document check (file_id is not null or coalesce(note, '') ~ '\S'),
  constraint funding_reference_check check (reference ~ '\S')
);
-- The same movement is asked for once, until it is refused.
create unique index funding_reference on funding
  (lower(reference), coalesce(into_provider, from_provider), coalesce(into_currency, from_currency)) where status <> 'REFUSED';
create unique index funding_opening on funding (into_provider, into_currency) where counter = 'OPENING' and status <> 'REFUSED';
create index on funding (file_id);
create index on funding (asked_by);
create index on funding (decided_by);
create index on funding (status, id desc);
revoke update, delete on funding from canvass_app;
grant update (status, decided_by, decided_at, decision_text) on funding to canvass_app;
call keeps_moments('funding', 'asked_at', 'decided_at');

-- One row carries both sides: there is no unbalanced entry. Laws prove its accounts and its attempt: a foreign key took 23 % more
-- time for each account, 38 % for the attempt.
create table transfer (
  id bigint generated always as identity primary key,
  kind text not null,
  credit_account bigint not null,
  debit_account bigint not null,
  currency text not null,
  -- That of a hold is the sum of its batch.
  amount_minor amount_sum not null check (amount_minor > 0),
  payable_id bigint,
  attempt_no int,
  at timestamptz not null default now(),
  funding_id bigint references funding,
  constraint transfer_sides check (credit_account <> debit_account),
  constraint transfer_whole check ((payable_id is null) = (attempt_no is null)),
  constraint transfer_funding check ((funding_id is not null) = (kind in ('opening', 'topup', 'withdraw', 'fee', 'surplus', 'shortage')))
);
create unique index transfer_once on transfer (payable_id, kind, attempt_no) where payable_id is not null;
create unique index transfer_hold on transfer (debit_account) where kind = 'hold';
call append_only('transfer');
create unique index transfer_funded on transfer (funding_id, kind) where funding_id is not null;
-- In the order of the lines of a statement, from the first of a day on.
create index transfer_debit_at on transfer (debit_account, at, id);
create index transfer_credit_at on transfer (credit_account, at, id);
call keeps_moments('transfer', 'at');

-- Days (UTC) of an account. Those of batches have no statement.
create table account_day (
  account_id bigint not null references account,
  day date not null,
  debits amount_sum not null,
  credits amount_sum not null,
  debit_lines bigint not null,
  credit_lines bigint not null,
  primary key (account_id, day)
);
revoke insert, update, delete on account_day from canvass_app;

-- When the books were last looked through, and what was wrong with them.
create table books_check (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  milliseconds int not null,
  -- The rules that are broken, each with the first rows that show it.
  broken jsonb not null,
  -- The sealed trail up to this block was as it was sealed: the next look goes on from there. `npm run audit:verify` proves all.
  proven_block bigint
);
create index on books_check (at desc);
call append_only('books_check');
call keeps_moments('books_check', 'at');

-- Payments by survey, status and currency.
call counter('payable_counter', 'survey_id bigint, status text, currency text', 'n bigint not null, amount_minor amount_sum not null');

-- Payments by the day on which they became owed (UTC).
call counter('payable_day', 'day date, survey_id bigint, provider text, status text, currency text',
  'n bigint not null, amount_minor amount_sum not null');
create index on payable_day (day) where slot <> 0;

-- How many of the open payments a person signed so that another one must take the next step.
call counter('signer_counter', 'actor_id bigint, survey_id bigint, status text, currency text',
  'n bigint not null, amount_minor amount_sum not null');

-- schema/15_statements
-- What providers state of the floats, laid beside the books, and the days that people close.

-- One file of a provider about one float. A file of the same bytes is taken once.
create table statement (
  id bigint generated always as identity primary key,
  provider text not null references provider, currency text not null references currency,
  file_id bigint not null references file, sha256 bytea not null,
  -- How its columns are read: it is offered again with the next file of this provider.
  mapping jsonb not null,
  first_at timestamptz not null, last_at timestamptz not null check (last_at >= first_at),
  -- The lines of the file, with those that an earlier one had.
  rows int not null check (rows > 0),
  imported_by bigint not null references person, imported_at timestamptz not null default now(),
  -- The request to book its fees.
  funding_id bigint references funding,
  constraint statement_once unique (provider, currency, sha256)
);
create index on statement (file_id);
create index on statement (imported_by);
create index on statement (funding_id);
call append_only('statement');
call keeps_moments('statement', 'imported_at');

-- Its lines, each with what it was beside our books; MISSING_THERE has no row, as it is a line of ours alone.
create table statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statement,
  row int check (row > 0),
  word text not null check (word in ('MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE', 'FEE', 'MATCHED')),
  -- What tells it from all other lines of its provider: a line of two files is taken once.
  identity uuid constraint statement_line_once unique,
  at timestamptz not null, our_ref text, provider_ref text, phone text, description text,
  -- Minor units, above zero where money came in: what the file says, and what our books have of the same, and from when.
  change_minor bigint not null, ours_minor bigint not null, ours_at timestamptz,
  payable_id bigint, attempt_no int, funding_id bigint references funding,
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  constraint statement_line_word check ((row is null) = (word = 'MISSING_THERE') and (row is null) = (identity is null)
    and (payable_id is null) = (attempt_no is null)
    and num_nulls(payable_id, funding_id) = case when word in ('MISSING_HERE', 'FEE') then 2 else 1 end
    and case word when 'MATCHED' then change_minor = ours_minor when 'AMOUNT_DIFFERS' then change_minor <> ours_minor
      when 'MISSING_THERE' then change_minor = 0 and ours_minor <> 0 else ours_minor = 0 end)
);
create index on statement_line (statement_id, word, id);
create index on statement_line (funding_id);
create index on statement_line (payable_id, attempt_no);
-- One line is of one movement, in or out; a movement is missed once.
create unique index statement_line_match on statement_line (payable_id, attempt_no, funding_id, (change_minor + ours_minor > 0),
  (word = 'MISSING_THERE')) nulls not distinct where word in ('MATCHED', 'AMOUNT_DIFFERS', 'MISSING_THERE');
call append_only('statement_line');

-- Days (UTC) of a float that a person closed, with what both sides had at their end. It and all before take no line any more.
create table closed_day (
  provider text not null references provider, currency text not null references currency, day date not null,
  ours_minor numeric not null, theirs_minor numeric not null,
  closed_by bigint not null references person, closed_at timestamptz not null default now(),
  primary key (provider, currency, day)
);
create index on closed_day (closed_by);
call append_only('closed_day');
call keeps_moments('closed_day', 'closed_at');

-- schema/16_payment_files
-- Payments that people take to a provider as a file, and the files that say what became of them.

-- One file of ours, asked for by one person and released by another.
create table payment_file (
  id bigint generated always as identity primary key,
  provider text not null references provider, currency text not null references currency,
  -- Its acts move it on (`payment_file_act`); ANSWERED: a result was taken in.
  status text not null default 'ASKED' check (status in ('ASKED', 'REFUSED', 'RELEASED', 'TAKEN_BACK', 'ANSWERED')),
  -- How it is written: it is offered again with the next file of this provider.
  mapping jsonb not null,
  lines int not null check (lines > 0), sum_minor bigint not null,
  asked_by bigint not null references person, asked_at timestamptz not null default now()
);
create unique index payment_file_open on payment_file (provider) where status in ('ASKED', 'RELEASED');
create index on payment_file (provider, id);
create index on payment_file (asked_by);
revoke update, delete on payment_file from canvass_app;
call keeps_moments('payment_file', 'asked_at', 'status');

-- The payments in it.
create table payment_file_line (
  payment_file_id bigint not null references payment_file, no int not null check (no > 0), attempt_id bigint not null references attempt,
  primary key (payment_file_id, no),
  constraint payment_file_line_once unique (attempt_id, payment_file_id)
);
call append_only('payment_file_line');

-- What people did with it. The bytes are made when it is released, not before.
create table payment_file_act (
  payment_file_id bigint not null references payment_file, file_id bigint references file,
  act text not null check (act in ('RELEASE', 'REFUSE', 'ASK_BACK', 'TAKE_BACK')),
  person_id bigint not null references person, at timestamptz not null default now(),
  primary key (payment_file_id, act),
  constraint payment_file_act_bytes check ((act = 'RELEASE') = (file_id is not null))
);
create index on payment_file_act (person_id);
create index on payment_file_act (file_id);
call append_only('payment_file_act');
call keeps_moments('payment_file_act', 'at');

-- One file of the provider about the payments of one file of ours, read once in each way.
create table payment_result (
  id bigint generated always as identity primary key,
  payment_file_id bigint not null references payment_file, file_id bigint not null references file, sha256 bytea not null,
  mapping jsonb not null, report jsonb not null,
  taken_by bigint not null references person, taken_at timestamptz not null default now(),
  constraint payment_result_once unique (payment_file_id, sha256, mapping)
);
create index on payment_result (file_id);
create index on payment_result (taken_by);
call append_only('payment_result');
call keeps_moments('payment_result', 'taken_at');

-- The answer that pays is one that a call got, or a line of a result.
alter table provider_event add column result_id bigint references payment_result,
  add constraint provider_event_paid check ((paid_ref is not null) = (reading is not distinct from 'SUCCEEDED')
    and (paid_ref is null or coalesce(answer <> '' and case when result_id is null then http_status between 200 and 299 else http_status is null end, false)));
create index on provider_event (result_id) where result_id is not null;
grant insert (result_id) on provider_event to canvass_app;

-- schema/17_desk
-- What people did with rows of the desk, which are derived from their causes (server/payments/desk): one gave a row to an owner, or
-- put it down, or closed it with a reason.
create table desk_act (
  id bigint generated always as identity primary key,
  kind text not null, key text not null,
  person_id bigint not null references person, at timestamptz not null default now(),
  owner_id bigint references person,
  reason text check (reason is null or reason ~ '\S' and owner_id is null)
);
create index on desk_act (kind, key, id);
-- The payment whose hold a row lifts (1), and the one that it was held for (2). Its kinds are `liftedHolds` of domain/money/payment.ts.
create function lifted(kind text, key text, part int) returns bigint language sql immutable parallel safe
  return case when kind in ('ALREADY_PAID', 'SAME_PAYEE', 'NAME_DIFFERS') and key ~ '^[1-9]\d{0,14}(:[1-9]\d{0,14})?$' then nullif(split_part(key, ':', part), '')::bigint end;
create index desk_act_lift on desk_act (lifted(kind, key, 1)) where reason is not null;
create index on desk_act (owner_id);
create index on desk_act (person_id);
-- A row that two people close has two reasons.
create unique index desk_act_once on desk_act (kind, key, person_id) where reason is not null;
-- Statements have few lines that are wrong.
create index statement_line_wrong on statement_line (statement_id) where word in ('MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE');
call append_only('desk_act');
call keeps_moments('desk_act', 'at');

-- Who was paid before the house began, for a survey or for all of a cost code: a list that a second person confirms.
create table paid_before_list (
  id bigint generated always as identity primary key,
  survey_id bigint references survey, cost_code text check (length(cost_code) between 1 and 60),
  file_id bigint not null references file, sha256 bytea not null, rows int not null check (rows > 0),
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'REFUSED')),
  asked_by bigint not null references person, asked_at timestamptz not null default now(),
  decided_by bigint references person, decided_at timestamptz,
  constraint paid_before_for check (num_nonnulls(survey_id, cost_code) = 1),
  constraint paid_before_decided check ((status = 'ASKED') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index paid_before_once on paid_before_list (sha256) where status <> 'REFUSED';
create index on paid_before_list (survey_id);
create index on paid_before_list (file_id);
create index on paid_before_list (asked_by);
create index on paid_before_list (decided_by);
revoke update, delete on paid_before_list from canvass_app;
grant update (status, decided_by) on paid_before_list to canvass_app;
call keeps_moments('paid_before_list', 'asked_at', 'decided_at');
-- A line of such a list.
create table paid_before (
  list_id bigint not null references paid_before_list, row int not null check (row > 1),
  msisdn text not null check (msisdn ~ '^\+[1-9][0-9]{6,14}$'), amount_minor amount not null, currency text not null references currency,
  paid_on date not null, reference text, name text, purpose text,
  primary key (list_id, row)
);
create index on paid_before (msisdn);
call append_only('paid_before');
-- Participants who may be one person: the same name and year of birth, or the same device of forms that people fill in themselves.
create view payee_twin as
  select 'NAME' as sign, a.id, b.id as other from person a join person b on fold(b.name) = fold(a.name) and b.id <> a.id
    and extract(year from b.birth_date) = extract(year from a.birth_date) and b.birth_date is not null and b.admin_type = 'PARTICIPANT' where a.birth_date is not null and a.admin_type = 'PARTICIPANT'
  union all select 'DEVICE', f.participant_id, g.participant_id from form f join form_print a on a.survey_id = f.survey_id and a.id = f.id and a.kind = 2 join form_print b on b.hash = a.hash and b.kind = 2 join form g on g.survey_id = b.survey_id and g.id = b.id and g.participant_id <> f.participant_id
  where f.source = 'SCREEN' and f.collector_id is null and g.source = 'SCREEN' and g.collector_id is null;

-- Some of the people who were paid in a run, drawn by the database and asked by a survey of their own (server/surveys/paid-sample.ts).
-- `draw_sample` says in which order a seed puts them, so that each draw can be made again.
create table payment_sample (
  survey_id bigint primary key references survey, job_id bigint not null constraint payment_sample_once unique,
  size int not null, people int not null, seed uuid not null default gen_random_uuid(),
  drawn_by bigint not null references person, drawn_at timestamptz not null default now()
);
create index on payment_sample (drawn_by);
call append_only('payment_sample');
call keeps_moments('payment_sample', 'people', 'seed', 'drawn_at');
-- What they were paid in that run.
create table sampled_payment (
  survey_id bigint not null references payment_sample deferrable initially deferred, payable_id bigint not null references payable, primary key (survey_id, payable_id)
);
create index on sampled_payment (payable_id);
revoke insert, update, delete, truncate on sampled_payment from canvass_app;

-- schema/18_webhooks
-- Webhooks: other systems that are told of what happens here.

-- A receiver, and what it wants to hear.
create table webhook (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  events text[] not null check (events <> '{}'),
  -- Null: all surveys, and what belongs to none.
  survey_ids bigint[] check (survey_ids <> '{}'),
  with_answers boolean not null default false,
  -- Who saved it last: answers come as far as this person may see them.
  rights_of bigint references person on delete set null,
  -- Sealed (server/secrets.ts). The one before signs too, for a day.
  secret bytea not null,
  former_secret bytea, former_until timestamptz,
  -- Since when it takes nothing, until when it is left alone, and since when it waits for a person.
  failing_since timestamptz,
  rests_until timestamptz,
  paused_at timestamptz,
  like changed_record including all
);
create index on webhook (rights_of);

-- What a receiver is told, written in the transaction of what it tells of, and then kept for some time as its log.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook on delete cascade,
  -- By which a receiver knows a message that comes twice.
  message uuid not null default gen_random_uuid(),
  event text not null,
  -- Those about one subject are sent one after the other.
  subject_id bigint not null,
  about jsonb not null,
  at timestamptz not null default now(),
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'FAILED')),
  -- The next try: each one moves it on before it begins.
  next_at timestamptz not null default now(),
  tries int not null default 0,
  -- Of the latest try.
  code text, status int, answer text, milliseconds int
);
create index on webhook_delivery (webhook_id, id);
create index on webhook_delivery (webhook_id, subject_id, id) where state = 'WAITING';
create index webhook_waiting on webhook_delivery (webhook_id, id) where state = 'WAITING';

-- schema/19_erasure
-- Personal data that is erased for good.

-- What one person asked for, another one confirmed, and the worker did: of all responses and payees of a survey, or of one person.
-- With `months` it is the retention of a survey: done so long after each closing of it (`erasure_due`), in force until it ends.
create table erasure (
  id bigint generated always as identity primary key,
  survey_id bigint references survey on delete cascade, person_id bigint references person,
  months int check (months between 1 and 600),
  reason text not null check (reason ~ '\S' and length(reason) <= 1000),
  -- What there was to erase when it was asked for.
  report jsonb not null check (jsonb_typeof(report) = 'object'),
  status text not null default 'ASKED' check (status in ('ASKED', 'REFUSED', 'CONFIRMED', 'DONE', 'ENDED')),
  asked_by bigint not null references person, asked_at timestamptz not null default now(),
  decided_by bigint references person, decided_at timestamptz, done_at timestamptz,
  -- The transaction that erases right now: laws about what never changes let it (`erasing`).
  xid xid8,
  constraint erasure_of check (num_nonnulls(survey_id, person_id) = 1 and num_nonnulls(months, person_id) < 2),
  constraint erasure_by_two check (status in ('ASKED', 'REFUSED') or coalesce(decided_by <> asked_by, false)),
  constraint erasure_done check (months is not null or (status = 'DONE') = (done_at is not null))
);
-- A new retention waits beside the one in force.
create unique index erasure_open on erasure (survey_id, person_id, (case when months is not null then status end)) nulls not distinct
  where status in ('ASKED', 'CONFIRMED');
create index on erasure (survey_id);
create index on erasure (person_id);
create index on erasure (asked_by);
create index on erasure (decided_by);
revoke insert, update, delete on erasure from canvass_app;
grant insert (survey_id, person_id, months, reason, report, asked_by), update (status, decided_by, decided_at, done_at) on erasure to canvass_app;

-- law/rights_key
-- Names the advisory lock on a person's rights: their writes share it, a change of their rights has it alone.
create or replace function rights_key(person_id bigint) returns bigint language sql immutable parallel safe
  return hashtextextended('rights of ' || person_id, 0);

-- law/session_actor
-- Whose session lives: read again at every call, by a plan that is kept where the plain statement would be planned each
-- time, which takes longer than the answer.
create or replace function session_actor(token_hash bytea, idle_minutes int) returns setof session_caller language plpgsql stable as $$
begin
  return query
    select p.id, p.username, coalesce(r.role, ''),
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id where rp.role_id = p.role_id),
      p.must_change_password,
      coalesce(r.second_factor, false) and not exists (select from second_factor f where f.person_id = p.id and f.kind <> 'RECOVERY'),
      (extract(epoch from now() - s.authenticated_at) * 1000)::float8, s.expires_at,
      s.last_used_at < now() - interval '1 minute'
    from session s join person p on p.id = s.person_id left join role r on r.id = p.role_id
    where s.token_hash = session_actor.token_hash and s.expires_at > now() and p.status = 'ACTIVE'
      and s.last_used_at > now() - make_interval(mins => idle_minutes);
end $$;

-- law/admit
-- Admits a write: what is read here holds until the transaction ends. Volatile, so that it reads what was committed before
-- it had the lock. While rights are being taken it answers 55P03 at once.
create or replace function admit(person_id bigint, token_hash bytea, idle_minutes int) returns setof session_caller
  language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock_shared(rights_key(person_id)) then
    raise exception 'Rights are being taken' using errcode = 'lock_not_available';
  end if;
  return query select * from session_actor(token_hash, idle_minutes);
end $$;

-- law/approvals_needed
-- Without a search path of its own it becomes part of the query that asks it.
create or replace function approvals_needed(minor bigint, code text) returns int language sql stable
  return 1 + (select count(*)::int from public.payment_limit l
    where l.version = (select max(version) from public.payment_policy)
      and l.kind = 'SECOND_APPROVAL' and l.currency = code and l.amount_minor < minor);

-- law/erasing
-- Whether this transaction is in the middle of an erasure that two people decided.
create or replace function erasing() returns boolean language sql stable security definer set search_path = public, pg_temp
  return exists (select from erasure where xid = pg_current_xact_id());

-- law/refuse_payment
-- Payments: what is owed, who let it go, how it went to the provider, and the books that prove it.
--
-- The rules stand here as well as in the program, so that no SQL of the app's role gets around them. Triggers see whole
-- statements. Their queries are planned again at each call (`execute`): a plan made for one row must not meet a hundred
-- thousand, nor the other way round. `pg_temp` comes last in every search path: no temporary table replaces one of
-- these. Refusals carry SQLSTATE CV001 and a code of domain/errors.ts.
create or replace function refuse_payment(code text, breaches bigint) returns void language plpgsql as $$
begin
  if breaches > 0 and not erasing() then raise exception '%', code using errcode = 'CV001'; end if;
end $$;

-- law/approved_by_enough
-- A payable is approved only by as many people as the policy of that moment asks for.
create or replace function approved_by_enough() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint := 0;
begin
  if exists (select from payment_limit where kind = 'SECOND_APPROVAL') then
    execute $q$
      select count(*) from old_rows o join new_rows n using (id)
      where n.status = 'APPROVED' and o.status = 'INITIATED' and approvals_needed(n.amount_minor, n.currency) > (
        select count(distinct s.actor_id) from step s
        where s.payable_id = n.id and s.round = n.round and s.step = 'approve' and s.facts_hash = n.facts_hash) $q$
      into breaches;
  end if;
  perform refuse_payment('SECOND_APPROVAL_NEEDED', breaches);
  return null;
end $$;
create or replace trigger approved_by_enough after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function approved_by_enough();

-- law/asked_before
-- The provider is asked before the first sending of payments that were there by then: when another life began, and for a month
-- after a fall back, whose lost payments are made again.
create or replace function asked_before() returns timestamptz language sql stable
  return greatest(
    (select max(began_at) from public.database_life where id > (select min(id) from public.database_life)),
    (select max(began_at) + interval '30 days' from public.payment_stop where kind = 'RESTORED'));

-- law/asking_stopped
create or replace function asking_stopped(name text) returns boolean language sql stable
  return exists (select from public.payment_stop s join public.payment_stop_kind k on k.kind = s.kind
    where s.ended_at is null and not k.asks and coalesce(s.provider, name) = name
      and not (s.kind = 'TROUBLE' and s.reason in ('FLOAT_SHORT', 'OWN_LIMIT', 'OUR_ACCOUNT')));

-- law/law
-- Refuses the rows of its trigger: at once, or when its query counts a breach. Of a trigger for each row, `n` is the new row
-- and `o` the old one. A query is planned again at each call, as a plan made for one row must not meet a hundred thousand, nor
-- the other way round; so it is not for each of many rows.
create or replace function law() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  rows text := case when tg_level = 'ROW' then 'with n as (select ($1).*)' || case tg_op when 'UPDATE' then ', o as (select ($2).*)' else '' end end;
  breaches bigint := 1;
begin
  if tg_nargs > 1 then execute concat(rows, tg_argv[1]) into breaches using new, old; end if;
  if breaches > 0 and not erasing() then raise exception '%', tg_argv[0] using errcode = 'CV001', constraint = tg_name; end if;
  return new;
end $$;

-- law/attempt_final
-- What is final is never written again. A failure may still turn out to be paid, and is asked about until then.
create or replace trigger attempt_final before update on attempt for each row
  when (old.state in ('SUCCESSFUL', 'RECALLED')
    or old.state = 'FAILED' and (new.state <> 'SUCCESSFUL' or new.resolved) and (old.state, old.reason, old.provider_ref, old.sends, old.sent_at,
      old.final_at, old.paid_minor, old.paid_currency, old.paid_msisdn, old.resolved) is distinct from (new.state, new.reason,
      new.provider_ref, new.sends, new.sent_at, new.final_at, new.paid_minor, new.paid_currency, new.paid_msisdn, new.resolved))
  execute function law('ILLEGAL_TRANSITION');

-- law/attempt_goes_by_file
-- A try through a provider that is paid by files leaves with its file alone, and ends by a line of a result of that file. What was
-- paid by hand ends by people alone.
create or replace function attempt_goes_by_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (new.is_outside or exists (select from provider where name = new.provider and kind = 'FILE')
    and not (old.state = 'SENDING' and new.state in ('SUCCESSFUL', 'FAILED', 'UNKNOWN') and exists (select from provider_event e
      join payment_result r on r.id = e.result_id where e.payable_id = new.payable_id and e.attempt_no = new.no and r.taken_at = now())))::int);
  return new;
end $$;
create or replace trigger attempt_goes_by_file before update on attempt for each row
  when (current_user = 'canvass_app' and new.state <> old.state and new.state <> 'RECALLED' and not new.resolved)
  execute function attempt_goes_by_file();

-- law/is_own_fault
-- The same codes are in domain/money/provider-codes.ts.
create or replace function is_own_fault(code text) returns boolean language sql immutable
  return code ~* '^(insufficientfunds|not_enough_funds|pawapay_wallet_out_of_funds|payer_?limit_?(reached|exceeded)|debitaccountunknown)$';

-- law/follows_own_fault
create or replace function follows_own_fault(payable bigint, attempt int, batch bigint) returns boolean language sql stable
set search_path = public, pg_temp
  return exists (select from attempt f where f.payable_id = payable and f.no = attempt - 1 and f.batch_id = batch
    and f.state = 'FAILED' and not f.resolved and f.final_at = now() and is_own_fault(f.reason));

-- law/attempt_is_lawful
-- An attempt begins unsent, for a payable that three people let go, with its very facts. By hand it is paid anywhere but in a try-out.
create or replace trigger attempt_is_lawful after insert on attempt referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join lateral (select * from payable where id = n.payable_id offset 0) p on true
  where n.state <> 'QUEUED' or n.fence <> 0 or n.sends <> 0 or n.resolved or n.paid_minor is not null
    or ((p.status = 'APPROVED' or p.status = 'PROCESSING' and follows_own_fault(n.payable_id, n.no, n.batch_id)) and p.msisdn = n.msisdn and p.amount_minor = n.amount_minor and p.currency = n.currency
      and (p.provider = n.provider or n.is_outside) and not (n.is_outside and 'simulator' in (p.provider, n.provider))) is not true
    or (select s.facts_hash from step s where s.payable_id = n.payable_id and s.round = p.round and s.step = 'authorize'
      and s.level = 1) is distinct from p.facts_hash $$);

-- law/tries_of
-- What a payment is paid for, in words that a fall back cannot renumber, and how often it was tried. The senders' own names of the
-- responses come in again with them; a manual payment has its own. Tries count over all payments of the same responses, so that
-- money owed again is no repeat; one that was recalled was never sent, and counts for nothing.
-- For many payments at once: one by one it took ten times as long.
create or replace function tries_of(payables bigint[]) returns table (payable_id bigint, thing text, tries bigint)
language sql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  with asked as materialized (
    select p.id, p.survey_id, p.name, s.encoded_id, l.response_id, f.client_uuid
    from unnest(payables) u (id) join payable p on p.id = u.id join survey s on s.id = p.survey_id
      left join payable_response l on l.payable_id = p.id
      left join form f on f.survey_id = l.survey_id and f.id = l.response_id
  ), tried as (
    select a.id, count(*) as tries
    from (select id, id as other from asked union select a.id, o.payable_id
        from asked a join payable_response o on o.survey_id = a.survey_id and o.response_id = a.response_id) a
      join attempt t on t.payable_id = a.other and t.state <> 'RECALLED' group by 1
  )
  select a.id, coalesce(min(a.name), min(a.encoded_id) || ' ' || string_agg(a.client_uuid, ' ' order by a.client_uuid collate "C")),
    coalesce(min(t.tries), 0)
  from asked a left join tried t on t.id = a.id group by 1 $$;

-- law/house_uuid
-- The HMAC of a text by the key of the house, in the shape of a version 4 UUID, as providers ask for one.
create or replace function house_uuid(text text) returns uuid language sql stable
  return (select encode(set_byte(set_byte(mac, 6, get_byte(mac, 6) & 15 | 64), 8, get_byte(mac, 8) & 63 | 128), 'hex')::uuid
    from (select substr(sha256(outer_pad || sha256(inner_pad || convert_to(text, 'UTF8'))), 1, 16) as mac from house_key) m);
revoke execute on function house_uuid from public;

-- law/try_name
-- A try is named by what it pays for, whom, how much and through whom: a database that fell back makes the same reference again.
create or replace function try_name(thing text, tries bigint, msisdn text, amount_minor bigint, currency text, provider text) returns uuid
language sql stable return house_uuid(concat_ws('|', '1', thing, tries, msisdn, amount_minor, currency, provider));
revoke execute on function try_name from public;

-- law/attempt_is_named
-- A try has the name that the house gives it, whatever it brings (`try_name`).
create or replace function attempt_is_named() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select try_name(t.thing, coalesce(t.tries, 0) + 1, new.msisdn, new.amount_minor, new.currency, new.provider) into new.client_ref
  from (select) one left join tries_of(array[new.payable_id]) t on true;
  return new;
end $$;
create or replace trigger attempt_is_named before insert on attempt for each row when (new.client_ref is null)
  execute function attempt_is_named();
create or replace trigger attempt_keeps_name after insert on attempt referencing new table as n for each statement
  execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join tries_of(array(select payable_id from n)) t on t.payable_id = n.payable_id
  where n.client_ref <> try_name(t.thing, t.tries, n.msisdn, n.amount_minor, n.currency, n.provider) $$);

-- law/attempt_is_recalled
-- Only what was never sent is recalled, and only by a person who takes that step.
create or replace function attempt_is_recalled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.sends = old.turned_away and (select count(*) from payable p
    join step s on s.payable_id = p.id and s.round = p.round + 1 and s.step = 'recall' and s.level = 1
    where p.id = new.payable_id and p.status = 'PROCESSING') = 1 then 0 else 1 end);
  return new;
end $$;
create or replace trigger attempt_is_recalled before update on attempt for each row
  when (new.state = 'RECALLED' and old.state <> 'RECALLED') execute function attempt_is_recalled();

-- law/found_by_two
-- Whether the last two findings about an attempt are two people's, the last of `outcome` and the one before of `earlier`.
create or replace function found_by_two(payable bigint, attempt int, outcome text, earlier text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) = 2 and count(distinct actor_id) = 2
    and bool_and(f.outcome = case place when 1 then found_by_two.outcome else found_by_two.earlier end)
  from (
    select f.actor_id, f.outcome, row_number() over (order by f.id desc) as place from finding f
    where f.payable_id = found_by_two.payable and f.attempt_no = found_by_two.attempt order by f.id desc limit 2
  ) f
$$;

-- law/is_unclear
-- People may settle an outcome that the provider stated unlike the order, does not know of, or did not tell within a day.
create or replace function is_unclear(a attempt) returns boolean language sql stable
  return a.is_outside or a.sends > a.turned_away and (a.reason in ('MISMATCH', 'NOT_SEEN') or a.sent_at < now() - interval '24 hours');

-- law/attempt_is_resolved
create or replace function attempt_is_resolved() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  outcome text := case new.state when 'SUCCESSFUL' then 'PAID' when 'FAILED' then 'NOT_PAID' end;
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    and is_unclear(old) and (not old.is_outside or outcome = 'NOT_PAID' or new.paid_minor = new.amount_minor
      and exists (select from finding f where f.payable_id = new.payable_id and f.attempt_no = new.no and f.file_id is not null
        and f.document = new.provider_ref and f.paid_on <= current_date + 1))
    and outcome is not null and found_by_two(new.payable_id, new.no, outcome, outcome) then 0 else 1 end);
  return new;
end $$;
create or replace trigger attempt_is_resolved before update on attempt for each row
  when (new.resolved and not old.resolved) execute function attempt_is_resolved();

-- law/attempt_is_stated
-- The provider's word pays an attempt with the very answer that states it. People who settle it bring findings.
create or replace function attempt_is_stated() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (not exists (select from provider_event e
    where e.payable_id = new.payable_id and e.attempt_no = new.no and e.paid_ref = new.provider_ref))::int);
  return null;
end $$;
create or replace trigger attempt_is_stated after update on attempt for each row
  when (new.state = 'SUCCESSFUL' and old.state <> 'SUCCESSFUL' and not new.resolved) execute function attempt_is_stated();

-- law/attempt_moves
-- Provider and worker move an attempt as `attempt_move` lists it. People who resolve it have a law of their own.
create or replace function attempt_moves() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION',
    1 - (select count(*) from attempt_move where from_state = old.state and to_state = new.state));
  return new;
end $$;
create or replace trigger attempt_moves before update on attempt for each row
  when (old.state <> new.state and (old.resolved or not new.resolved)) execute function attempt_moves();

-- law/limit_at
create or replace function limit_at(of_version int, asked text, code text, held_by text) returns bigint language sql stable
set search_path = public, pg_temp
  return (select l.amount_minor from payment_limit l
    where l.version = of_version and l.kind = asked and l.currency = code
      and coalesce(l.role, held_by) is not distinct from held_by
    order by l.role nulls last limit 1);

-- law/limit_of
-- What may be let go is refused here as well as in the program: one payment, one transaction, one person or one phone on a day
-- (UTC), and the budget of a survey. Without such a limit a statement pays for one look only.
create or replace function limit_of(asked text, code text, held_by text) returns bigint language sql stable
set search_path = public, pg_temp
  return limit_at((select max(version) from payment_policy), asked, code, held_by);

-- law/attempt_within_limits
-- The tries of a payment are numbered one by one. The day of the authorization has counted one that follows a fault of ours.
create or replace function attempt_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$ select count(*) from new_rows n
    where n.no <> (select count(*) from attempt a where a.payable_id = n.payable_id) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  if exists (select from payment_limit where kind = 'PHONE_DAY' and version = (select max(version) from payment_policy)) then
    perform pg_advisory_xact_lock(hashtextextended('payments of phones', 0));
    execute $q$
      select count(*) from (
        select n.currency, sum(a.amount_minor) as amount_minor
        from (select distinct msisdn, currency from new_rows where not follows_own_fault(payable_id, no, batch_id)) n
          join attempt a on a.msisdn = n.msisdn and a.currency = n.currency
            and a.requested_at >= date_trunc('day', now(), 'UTC') and a.state not in ('FAILED', 'RECALLED')
        group by n.msisdn, n.currency
      ) p where amount_minor > limit_of('PHONE_DAY', currency, null) $q$ into breaches;
    perform refuse_payment('PHONE_LIMIT', breaches);
  end if;
  return null;
end $$;
create or replace trigger within_limits after insert on attempt referencing new table as new_rows
  for each statement execute function attempt_within_limits();

-- law/audit_text
-- What may be erased of a row, as a digest.
create or replace function audit_details(a audit) returns bytea language sql stable as $$
  select coalesce(a.erased, sha256(convert_to(jsonb_build_array(a.salt, a.before, a.after, a.address)::text, 'UTF8')))
$$;
-- One row as it is hashed: the same text in every time zone and on every machine.
create or replace function audit_text(a audit) returns text language sql stable as $$
  select jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.xid::text, a.actor_id, a.action,
    a.subject_type, a.subject_id, encode(audit_details(a), 'hex'), a.request_id)::text
$$;

-- law/beginnings
-- The beginnings of the words of one name, each once.
create or replace function beginnings(words tsvector) returns table (beginning text, starting int, other int)
  language sql immutable parallel safe as $$
  select substr(word, 2), 2 - min(left(word, 1)::int), min(left(word, 1)::int) - 1
  from unnest(tsvector_to_array(words)) as word where length(word) <= 11 group by 1
$$;

-- law/book_transfers
-- Refuses what is not in the books' rules, then adds the statement's sums to its accounts, locked in the order of ids.
create or replace function book_transfers() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from (select distinct kind, credit_account, debit_account, currency, payable_id is null as loose from new_rows) n
      left join account c on c.id = n.credit_account and c.currency = n.currency
      left join account d on d.id = n.debit_account and d.currency = n.currency
      left join transfer_kind k on k.kind = n.kind and k.from_kind = c.kind and k.to_kind = d.kind
        and (k.attempt_state is null) = n.loose
    where k.kind is null or c.provider <> d.provider or c.batch_id <> d.batch_id $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- The whole amount of the attempt, between the accounts of its batch and survey, and nothing back that was not reserved.
  execute $q$
    with side as materialized (
      select n.kind, n.credit_account, n.debit_account, k.attempt_state, c.provider, coalesce(c.batch_id, d.batch_id) as batch_id,
        coalesce(d.survey_id, c.survey_id) as survey_id
      from (select distinct kind, credit_account, debit_account from new_rows) n
        cross join lateral (select * from account where id = n.credit_account offset 0) c
        cross join lateral (select * from account where id = n.debit_account offset 0) d
        left join transfer_kind k on k.kind = n.kind
    )
    select count(*) from new_rows n join side using (kind, credit_account, debit_account)
      left join lateral (select * from attempt where payable_id = n.payable_id and no = n.attempt_no offset 0) a on true
    where n.payable_id is not null and (
      (a.amount_minor = n.amount_minor and a.currency = n.currency and a.provider = side.provider
        and a.state = side.attempt_state and a.batch_id = coalesce(side.batch_id, a.batch_id)) is not true
      or side.survey_id is not null and (select p.survey_id from payable p where p.id = n.payable_id) is distinct from side.survey_id
      or n.kind <> 'reserve' and (select count(*) from transfer r
        where r.payable_id = n.payable_id and r.kind = 'reserve' and r.attempt_no = n.attempt_no) = 0
      -- What a try gave back, it gave back once, and to the next try only where there is one.
      or n.kind in ('release', 'unreserve') and (select count(*) from transfer r where r.payable_id = n.payable_id
        and r.kind in ('release', 'unreserve') and r.attempt_no = n.attempt_no) > 1
      or n.kind = 'unreserve' and (select count(*) from transfer r
        where r.payable_id = n.payable_id and r.kind = 'reserve' and r.attempt_no = n.attempt_no + 1) = 0
      -- After a failure gave the money back, it is spent once. What was spent comes back in time.
      or n.kind in ('late', 'lateOnCredit') and (select count(*) filter (where r.kind in ('release', 'unreserve')) = 1
          and count(*) filter (where r.kind in ('settle', 'late', 'lateOnCredit')) = 1
        from transfer r where r.payable_id = n.payable_id and r.attempt_no = n.attempt_no) is not true
      or n.kind = 'reverse' and (select p.status from payable p where p.id = n.payable_id) <> 'REVERSING') $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select from account where id in (select credit_account from new_rows union select debit_account from new_rows)
    order by id for no key update $q$;
  execute $q$
    update account a set debits = a.debits + s.debits, credits = a.credits + s.credits
    from (
      select id, sum(debit) as debits, sum(credit) as credits
      from (
        select debit_account as id, amount_minor as debit, 0 as credit from new_rows
        union all select credit_account, 0, amount_minor from new_rows
      ) side group by id
    ) s where a.id = s.id $q$;
  return null;
end $$;
create or replace trigger book_transfers after insert on transfer referencing new table as new_rows
  for each statement execute function book_transfers();

-- law/is_confirmed
-- Whether another person confirmed it in this transaction, as it is written now.
create or replace function is_confirmed(change bigint, survey bigint, of_version int, written jsonb) returns boolean
language sql stable set search_path = public, pg_temp
  return exists (select from limit_change c where c.id = change and c.status = 'CONFIRMED' and c.decided_at = now()
    and c.survey_id is not distinct from survey and c.version = of_version and c.wanted @> written and written @> c.wanted);

-- law/holds
create or replace function holds(actor bigint, permission text) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
    where a.id = actor and a.status = 'ACTIVE' and p.name = permission);

-- law/may_limit
-- Who may change limits, or the budget of a survey (domain/money/payment-limits.ts).
create or replace function may_limit(actor bigint, survey bigint) returns boolean language sql stable set search_path = public, pg_temp
  return holds(actor, case when survey is null then 'roles.grantPayments' else 'surveys.write' end);

-- law/budget_is_lawful
create or replace function budget_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.version := 1;
  new.updated_at := now();
  perform refuse_payment('FORBIDDEN', (new.changed_by is null or not may_limit(new.changed_by, new.survey_id))::int);
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from survey s where s.id = new.survey_id and s.currency <> new.currency));
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    perform refuse_payment('FUNDING_OWN', (old.amount_minor is not null
      and (new.amount_minor is null or new.amount_minor > old.amount_minor or new.currency <> old.currency)
      and not is_confirmed(new.change_id, new.survey_id, old.version, jsonb_build_object('amountMinor', new.amount_minor::text)))::int);
  end if;
  return new;
end $$;
create or replace trigger budget_is_lawful before insert or update on survey_budget for each row execute function budget_is_lawful();

-- law/carried_step_keeps_moment
-- A signature of the round before keeps its moment.
create or replace function carried_step_keeps_moment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.at := coalesce((select s.at from step s where s.payable_id = new.payable_id and s.round = new.round - 1
    and s.step = new.step and s.level = new.level), new.at);
  return new;
end $$;
create or replace trigger carried_step_keeps_moment before insert on step for each row
  when (new.carried) execute function carried_step_keeps_moment();

-- law/provider_for
-- The enabled provider of the person's own, else that with the longest prefix of the phone, then by priority
-- (domain/money/provider-route.ts). Null: none serves the payment.
create or replace function provider_for(phone text, paid_in text, own text default null) returns text language sql stable
  return (select p.name from public.provider p
      cross join lateral (select max(length(prefix)) as n from unnest(p.prefixes) prefix where starts_with(phone, prefix)) fit
    where p.enabled and (p.currencies = '{}' or paid_in = any(p.currencies)) and (p.name = own or p.prefixes = '{}' or fit.n > 0)
    order by p.name is not distinct from own desc, coalesce(fit.n, 0) desc, p.priority, p.name collate "C" limit 1);
-- The provider of a participant's own, for what follows their phone.
create or replace function own_route(participant bigint, phone_from text) returns text language sql stable
  return (select payment_provider from public.person where id = participant and phone_from = 'PARTICIPANT');

-- law/paying_provider
-- Through whom a payment goes that is not signed yet. One that none serves names the first of all, and is held (`doubt_about`).
-- Real payments and those of a try-out stay apart: `so_far` never becomes the simulator, nor the reverse.
create or replace function paying_provider(phone text, paid_in text, so_far text default null, own text default null) returns text language sql stable
  return (select case when 'simulator' in (so_far, chosen) then coalesce(so_far, chosen) else chosen end
    from (select coalesce(public.provider_for(phone, paid_in, own),
      (select name from public.provider where enabled order by priority, name collate "C" limit 1), 'gsma') as chosen) c);

-- law/charge_of
-- What it costs to cash this amount out there: by the narrowest band that holds it. Above all of them no charge is known.
create or replace function charge_of(provider text, paid_in text, amount bigint) returns bigint language sql stable
  return coalesce((select b.charge from public.provider p, jsonb_to_recordset(p.charges) as b (currency text, "upTo" bigint, charge bigint)
    where p.name = charge_of.provider and b.currency = paid_in and b."upTo" >= amount order by b."upTo" limit 1), 0);
-- Through whom an unsigned payment of this much goes to this phone, and the charge there.
create or replace function routed(p payable, net bigint, phone text, own text, out name text, out charge bigint) language sql stable as $$
  select r, public.charge_of(r, p.currency, net) from public.paying_provider(phone, p.currency, p.provider, own) r $$;

-- law/choice_is_made
create or replace trigger choice_is_made after insert on payment_stop_confirmation referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join payment_stop s on s.id = n.stop_id where (s.kind = 'TRYOUT') <> (n.choice is not null) $$);

-- law/close_run
-- However a run ends, its hold ends in the same transaction. A run that goes on later holds the remaining money again.
create or replace function close_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transfer (kind, credit_account, debit_account, currency, amount_minor)
  select 'unhold', h.id, f.id, h.currency, h.debits - h.credits
  from payment_run r join account h on h.batch_id = r.batch_id and h.kind = 'HELD' and h.debits > h.credits
    join account f on f.kind = 'FLOAT' and f.provider = h.provider and f.currency = h.currency
  where r.job_id = new.id;
  update payment_run set batch_id = null where job_id = new.id and batch_id is not null;
  return null;
end $$;
create or replace trigger close_run after update on job for each row
  when (new.state in ('DONE', 'FAILED', 'CANCELLED') and old.state <> new.state) execute function close_run();

-- law/continue_unit_path
-- A new unit goes on from its parent. One that is moved gets just enough of a path to be stored: what the whole statement
-- makes of the tree is known at its end only.
create or replace function continue_unit_path() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  above bigint[] := '{}';
begin
  if new.parent_id is not null then
    select case tg_op when 'INSERT' then path else array[id] end into above
    from administrative_unit where id = new.parent_id;
    if not found then
      raise foreign_key_violation using message = 'There is no such parent', constraint = 'administrative_unit_parent_id_fkey';
    end if;
  end if;
  new.path := above || new.id;
  return new;
end $$;
create or replace trigger continue_path before insert on administrative_unit
  for each row execute function continue_unit_path();
create or replace trigger continue_path_moved before update of parent_id on administrative_unit
  for each row when (new.parent_id is distinct from old.parent_id) execute function continue_unit_path();

-- law/database_is_known
create or replace function database_is_known() returns boolean language sql volatile security definer set search_path = public, pg_temp
  return (select (system_id, timeline) = (system_now(), timeline_now()) from database_life order by id desc limit 1);

-- law/may_fund
create or replace function may_fund(actor bigint) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
    where a.id = actor and a.status = 'ACTIVE' and p.name = 'payments.fund');

-- law/day_is_open
-- The last closed day of a float. Closing and what could come into a closed day wait for each other.
create or replace function closed_until(of_provider text, of_currency text) returns date language sql set search_path = public, pg_temp
begin atomic
  select pg_advisory_xact_lock(hashtextextended('days of ' || of_provider || of_currency, 0));
  select max(day) from closed_day where (provider, currency) = (of_provider, of_currency);
end;
create or replace trigger day_is_open after insert on statement_line referencing new table as new_rows
  for each statement execute function law('DAY_CLOSED', $$
  select count(*) from (select statement_id, min(at) as at from new_rows where row is not null group by 1) n
    join statement s on s.id = n.statement_id where (n.at at time zone 'UTC')::date <= closed_until(s.provider, s.currency) $$);
create or replace trigger day_is_open after insert on funding for each row execute function law('DAY_CLOSED', $$
  select count(*) from n where n.day <= closed_until(n.from_provider, n.from_currency) or n.day <= closed_until(n.into_provider, n.into_currency) $$);
-- A day is closed once it is over and nothing of it waits, with what the books have.
create or replace trigger day_is_over after insert on closed_day for each row execute function law('DAY_NOT_OVER', $$
  select count(*) from n where n.day >= (now() at time zone 'UTC')::date or not may_fund(n.closed_by) or n.day < closed_until(n.provider, n.currency)
    or exists (select from funding f where f.status = 'ASKED' and f.day <= n.day
      and (n.provider, n.currency) in ((f.from_provider, f.from_currency), (f.into_provider, f.into_currency)))
    or n.ours_minor is distinct from (select coalesce(sum(d.credits - d.debits), 0) from account a join account_day d on d.account_id = a.id
      where (a.provider, a.currency) = (n.provider, n.currency) and a.batch_id is null and a.kind <> 'FLOAT' and d.day <= n.day) $$);

-- law/may_stop
create or replace function may_stop(actor bigint) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
    where a.id = actor and a.status = 'ACTIVE' and p.name in ('payments.approve', 'payments.authorize'));

-- law/desk_act_is_lawful
-- What is wrong with money belongs to people who move it, and only they close it.
create or replace trigger desk_act_is_lawful after insert on desk_act for each row execute function law('FORBIDDEN', $$ select count(*) from n
  where not (may_stop(n.person_id) or may_fund(n.person_id)) or not (n.owner_id is null or may_stop(n.owner_id) or may_fund(n.owner_id)) $$);
-- Only another person lifts a hold than those who sign the payment or get it.
create or replace trigger lift_is_by_another after insert on desk_act for each row when (new.reason is not null)
  execute function law('SELF_ACTION', $$ select count(*) from n join payable p on p.id = lifted(n.kind, n.key, 1) join person a on a.id = n.person_id
  where a.phone = p.msisdn or exists (select from step s where s.payable_id = p.id and s.round = p.round and s.actor_id = a.id) $$);

-- law/is_other_payee
-- Whether two payments are to different people, as far as one knows.
create or replace function is_other_payee(p payable, q payable) returns boolean language sql stable set search_path = public, pg_temp
  return coalesce(p.participant_id <> q.participant_id, (select count(distinct fold(known)) > 1 from unnest(array[p, q]) x,
    coalesce((select name from person where id = x.participant_id), (select recipient_name from manual_payment where payable_id = x.id)) known where known is not null));

-- law/is_pair_lifted
-- A lift is for two payees, and for all of their payments.
create or replace function is_pair_lifted(p payable, q payable) returns boolean language sql stable set search_path = public, pg_temp
  return exists (select from payable a join desk_act x on lifted(x.kind, x.key, 1) = a.id and x.reason is not null join payable b on b.id = lifted(x.kind, x.key, 2)
    where (a.participant_id in (p.participant_id, q.participant_id) or a.msisdn in (p.msisdn, q.msisdn)) and x.kind = 'SAME_PAYEE'
    and (not is_other_payee(a, p) and not is_other_payee(b, q) or not is_other_payee(a, q) and not is_other_payee(b, p)));

-- law/name_check
-- What is known of the name behind a phone: a person let this payee be paid there all the same, the provider has the payee's own
-- name, or another one for a try of this payment. Null: it was not asked, or does not know.
create or replace function name_check(p payable) returns text language sql stable set search_path = public, pg_temp
  return (select substr(min(case when x.id is not null then '1 LIFTED' when e.reading = 'NAME_AGREES' then '2 AGREES'
      when e.reading = 'NAME_DIFFERS' and q.id = p.id then '3 DIFFERS' end), 3)
    from payable q join attempt a on a.payable_id = q.id and a.msisdn = q.msisdn
      join provider_event e on e.payable_id = a.payable_id and e.attempt_no = a.no and e.reading in ('NAME_AGREES', 'NAME_DIFFERS')
      left join desk_act x on lifted(x.kind, x.key, 1) = q.id and x.kind = 'NAME_DIFFERS' and x.reason is not null
    where q.msisdn = p.msisdn and (q.id = p.id or not is_other_payee(p, q)));

-- law/paid_before_of
-- The last line of a confirmed list about the phone of a payment and its survey or cost code.
create or replace function paid_before_of(p payable) returns setof paid_before language sql stable set search_path = public, pg_temp as $$
  select b.* from paid_before b join paid_before_list l on l.id = b.list_id and l.status = 'CONFIRMED'
  where b.msisdn = p.msisdn and (l.survey_id = p.survey_id or l.cost_code = (select cost_code from survey where id = p.survey_id))
  order by b.paid_on desc, b.list_id, b.row limit 1 $$;

-- law/same_payee_of
-- The first payment to each other payee with the same sign that goes before this one.
create or replace function same_payee_of(p payable) returns table (sign text, other payable) language sql stable set search_path = public, pg_temp as $$
  select distinct on (coalesce(q.participant_id, -q.id)) m.sign, q from (select 'PHONE' as sign, id from payable where msisdn = p.msisdn
    union all select t.sign, o.id from payee_twin t join payable o on o.participant_id = t.other where t.id = p.participant_id) m
    join payable q on q.id = m.id and q.status not in ('REJECTED', 'CANCELLED', 'REVERSED') and (q.id < p.id or q.status <> 'ELIGIBLE')
  where q.id <> p.id and is_other_payee(p, q) order by coalesce(q.participant_id, -q.id), q.id, m.sign desc $$;

-- law/doubt_about
-- What keeps a payable in doubt from its next step (`PaymentHold` of domain/money/payment.ts). No other payable is asked.
create or replace function doubt_about(p payable) returns text language sql stable set search_path = public, pg_temp
  return case
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED', 'REJECTED') and exists (
        select from payable_response l where l.payable_id = p.id and coalesce(l.released_at, 'infinity') = 'infinity'
          and (select f.status = 'APPROVED' and not f.is_pilot from form f
            where f.id = l.response_id and f.survey_id = l.survey_id) is not true)
      then 'RESPONSE_NOT_APPROVED'
    when p.status = 'ELIGIBLE' and p.msisdn is not null and provider_for(p.msisdn, p.currency, own_route(p.participant_id, p.phone_from)) is null then 'NO_ROUTE'
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and exists (select from paid_before_of(p)) and not exists (
        select from desk_act x where x.kind = 'ALREADY_PAID' and lifted(x.kind, x.key, 1) = p.id and x.reason is not null) then 'ALREADY_PAID'
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and exists (select from same_payee_of(p) o where not is_pair_lifted(p, o.other)) then 'SAME_PAYEE'
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and name_check(p) = 'DIFFERS' then 'NAME_DIFFERS'
    when p.status in ('INITIATED', 'APPROVED', 'FAILED') and p.phone_from = 'PARTICIPANT' then (
      select case when payee.anonymised_at is not null then 'PAYEE_ERASED' else 'PHONE_CHANGED' end
      from person payee where payee.id = p.participant_id and payee.pays_to is distinct from p.msisdn)
    end;

-- law/doubt_payables
create or replace function doubt_payables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'person' then
    insert into doubtful_payable select id from payable
    where participant_id = new.id and status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING', 'FAILED') on conflict do nothing;
  elsif tg_table_name = 'payable' then
    insert into doubtful_payable values (new.id) on conflict do nothing;
  elsif tg_table_name = 'provider_event' then
    insert into doubtful_payable values (new.payable_id) on conflict do nothing;
  else
    insert into doubtful_payable select payable_id from payable_response
    where survey_id = new.survey_id and response_id = new.id and released_at is null on conflict do nothing;
  end if;
  return null;
end $$;
-- After `payables_follow`, which waits for those who take a step at the same moment.
create or replace trigger payables_in_doubt after update on person for each row
  when (new.pays_to is distinct from old.pays_to or new.anonymised_at is distinct from old.anonymised_at or new.birth_date is not null and (new.name, new.birth_date) is distinct from (old.name, old.birth_date))
  execute function doubt_payables();
create or replace trigger payables_in_doubt after update on form for each row
  when (old.status = 'APPROVED' and new.status <> 'APPROVED' or new.is_pilot and not old.is_pilot)
  execute function doubt_payables();
create or replace trigger payable_in_doubt after update on payable for each row
  when (new.msisdn is distinct from old.msisdn or old.status = 'REJECTED') execute function doubt_payables();
create or replace trigger payables_in_doubt after insert on provider_event for each row
  when (new.reading = 'NAME_DIFFERS') execute function doubt_payables();

-- law/paid_in_run
-- What was paid in a run to people who can still be asked.
create or replace function paid_in_run(run bigint) returns setof payable language sql stable set search_path = public, pg_temp as $$
  select p.* from job_batch b cross join unnest(b.ids) i join payable p on p.id = i.i join person a on a.id = p.participant_id and a.anonymised_at is null
  where b.job_id = run and p.status = 'SUCCESSFUL' and not exists (select from job_refusal f where f.job_id = run and f.id = p.id) $$;

-- law/draw_sample
-- A free survey of the same transaction asks people who were paid in a run that is done: the first in the order of their hashes with the seed.
create or replace function draw_sample() returns trigger language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare drawn bigint[];
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (not exists (select from survey s join job j on j.id = new.job_id join payment_run r on r.job_id = j.id
    where s.id = new.survey_id and s.survey_type = 'FREE' and s.created_at = now() and j.kind = 'payments.authorize' and j.state = 'DONE' and not r.is_trial))::int);
  select array_agg(who order by md5(new.seed || ':' || who)) into drawn from (select distinct participant_id as who from paid_in_run(new.job_id)) each;
  new.people := coalesce(cardinality(drawn), 0);
  perform refuse_payment('ILLEGAL_TRANSITION', (new.size not between 1 and new.people)::int);
  insert into sampled_payment select new.survey_id, id from paid_in_run(new.job_id) where participant_id = any(drawn[:new.size]);
  return new;
end $$;
create or replace trigger draw_sample before insert on payment_sample for each row execute function draw_sample();
-- The survey itself never pays.
create or replace trigger sample_never_pays before update on survey for each row when (new.survey_type <> 'FREE') execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join payment_sample s on s.survey_id = n.id $$);

-- law/drop_is_lawful
-- Only what waits is dropped, and only with a choice of the same transaction.
create or replace trigger drop_is_lawful after insert on dropped_response referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n
    left join leftover o on o.id = n.leftover_id and o.survey_id = n.survey_id and o.choice = 'DROP' and o.decided_at = now()
    left join form f on f.survey_id = n.survey_id and f.id = n.response_id and f.status = 'APPROVED'
    left join payable_response l on l.response_id = n.response_id and l.released_at is null
  where o.id is null or f.id is null or l.payable_id is not null $$);

-- law/duties_are_apart
-- What rights rely on beyond their tables: duties kept apart, and grants that wait for a second administrator.
create or replace function duties_are_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create or replace trigger duties_are_apart after insert on role_permission referencing new table as new_rows
  for each statement execute function duties_are_apart();

-- law/signed_facts
-- What people sign: whom, how much, through whom and for which responses (their ids in order, with commas between).
create or replace function signed_facts(msisdn text, amount_minor bigint, currency text, provider text, responses text)
returns bytea language sql immutable parallel safe
  return sha256(convert_to(concat_ws('|', '1', coalesce(msisdn, ''), amount_minor, currency, provider, coalesce(responses, '')), 'UTF8'));

-- law/signed_entry
-- A manual payment is signed with what its maker entered: the visit, the recipient, the reference, the purpose, and why it is
-- one more. It takes the place of the responses that other payments have.
create or replace function signed_entry(location_id bigint, recipient_name text, reference text, reason text, reason_text text,
  override_reason text) returns text language sql stable parallel safe
  return jsonb_build_array(location_id, recipient_name, reference, reason, reason_text, override_reason)::text;

-- law/signed_responses
-- The responses that a payable pays, as people sign them.
create or replace function signed_responses(payable bigint) returns text language sql stable
set search_path = public, pg_temp as $$
  select coalesce(string_agg(l.response_id::text, ',' order by l.response_id), (
    select signed_entry(m.location_id, m.recipient_name, m.reference, m.reason, m.reason_text, m.override_reason)
    from manual_payment m where m.payable_id = signed_responses.payable))
  from payable_response l where l.payable_id = signed_responses.payable and coalesce(l.released_at, 'infinity') = 'infinity'
$$;

-- law/entry_is_signed
-- An entry is what its payment was made with; none is added to a payment that people signed without it.
create or replace trigger entry_is_signed after insert on manual_payment referencing new table as new_rows
  for each statement execute function law('STALE_FACTS', $$
  select count(*) from new_rows n join payable p on p.id = n.payable_id
  where p.kind <> 'MANUAL'
    or p.facts_hash <> signed_facts(p.msisdn, p.amount_minor, p.currency, p.provider, signed_responses(p.id)) $$);

-- law/erasure_due
-- When it is done: at once, or so many months after its survey is closed, and no sooner than people were warned. Null: not known
-- yet, or done since.
create or replace function erasure_due(e erasure) returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select at from (select case when e.months is null then e.decided_at else (
    select greatest(closed_at + make_interval(months => e.months), e.decided_at + interval '30 days')
    from survey where id = e.survey_id and closed_at is not null) end) due (at)
  where e.status = 'CONFIRMED' and (e.done_at is null or e.done_at < at)
$$;

-- law/without_words
-- The same record with `erased` in the place of each text that has one of the words.
create or replace function without_words(doc jsonb, words text[]) returns jsonb language sql immutable parallel safe as $$
  select case jsonb_typeof(doc)
    when 'object' then (select coalesce(jsonb_object_agg(key, without_words(value, words)), '{}') from jsonb_each(doc))
    when 'array' then (select coalesce(jsonb_agg(without_words(value, words)), '[]') from jsonb_array_elements(doc))
    when 'string' then case when exists (select from unnest(words) w where position(w in doc #>> '{}') > 0) then '"erased"' else doc end
    else doc end
$$;
-- The same of a text.
create or replace function without_words(said text, words text[]) returns text language sql immutable parallel safe
  return case when exists (select from unnest(words) w where position(w in said) > 0) then 'erased' else said end;

-- law/erase_kept
-- Of details on the trail stay codes and numbers: what became what.
create or replace function stays(details jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(key, value) from jsonb_each(case jsonb_typeof(details) when 'object' then details end)
  where key in ('status', 'formStatus', 'ids', 'count', 'round', 'kind')
$$;
-- Erases what the app itself may not change: former answers, payees, signatures, the word of providers, and details of the trail.
-- `people` are those whose data goes, `instead` who takes the place of each: they themselves, or a new nameless person where
-- they belong to other surveys too. Statuses, amounts, days and references stay. Says how many rows of the trail lost details.
create or replace function erase_kept(erasure_id bigint, forms bigint[], questions text[], payables bigint[], people bigint[],
  instead bigint[], words text[]) returns bigint language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  e erasure; gone bigint; phones text[];
  own bigint[] := array(select p from unnest(people, instead) as each (p, i) join person on person.id = p where p = i and anonymised_at is not null);
begin
  update erasure set xid = pg_current_xact_id() where id = erasure_id and erasure_due(erasure) <= now() returning * into e;
  if e.id is null then raise exception 'FORBIDDEN' using errcode = 'CV001'; end if;
  -- Only what it is about, and payments that are over.
  forms := array(select id from form where id = any(forms) and (survey_id = e.survey_id or participant_id = e.person_id));
  payables := array(select id from payable where id = any(payables) and (survey_id = e.survey_id or participant_id = e.person_id)
    and status in ('SUCCESSFUL', 'FAILED', 'REJECTED', 'CANCELLED', 'REVERSED'));
  update answer_change set before = null, after = null, erased = true, reason = null
    where response_id = any(forms) and (split_part(key, '.', 1) = any(questions) or reason is not null);
  phones := array(select msisdn from payable where id = any(payables) union select msisdn from attempt where payable_id = any(payables)
    union select paid_msisdn from attempt where payable_id = any(payables));
  update manual_payment set recipient_name = case when recipient_name is not null then 'erased' end, reason_text = without_words(reason_text, words),
    override_reason = without_words(override_reason, words) where payable_id = any(payables);
  -- No country has 999: a number that no phone has, one for each person, or for each payment that names none.
  create temp table paid on commit drop as
    select p.id, facts_hash as was, instead[array_position(people, participant_id)] as payee,
      case when msisdn is not null or exists (select from attempt a where a.payable_id = p.id)
        then '+999' || (participant_id is null)::int || lpad(coalesce(instead[array_position(people, participant_id)], p.id)::text, 10, '0') end as phone,
      null::bytea as facts from payable p where p.id = any(payables);
  update paid set facts = (select signed_facts(phone, amount_minor, currency, provider, signed_responses(p.id)) from payable p where p.id = paid.id);
  update step s set facts_hash = case s.facts_hash when was then facts else sha256(convert_to(gen_random_uuid()::text, 'UTF8')) end
    from paid where s.payable_id = paid.id;
  update payable p set msisdn = paid.phone, facts_hash = facts, reason_text = null, participant_id = coalesce(paid.payee, participant_id)
    from paid where p.id = paid.id;
  update attempt a set msisdn = paid.phone, paid_msisdn = case when paid_msisdn is not null then paid.phone end
    from paid where a.payable_id = paid.id;
  update finding set evidence = without_words(evidence, words), document = without_words(document, words) where payable_id = any(payables);
  update provider_event set answer = without_words(answer, words), question = without_words(question, words) where payable_id = any(payables);
  update statement_line l set phone = case when l.phone is not null then paid.phone end, description = null from paid where l.payable_id = paid.id;
  update statement_line set phone = null, description = null where phone = any(phones);
  update paid_before b set msisdn = '+9992' || lpad(b.list_id::text, 4, '0') || lpad(b.row::text, 6, '0'), name = null, purpose = null
    where b.msisdn = any(phones) or exists (select from paid_before_list l where l.id = b.list_id and l.survey_id = e.survey_id);
  delete from payee_phone k where k.msisdn = any(phones) and not exists (select from payable p where p.msisdn = k.msisdn);
  update payment_selection set source = without_words(source, words), file_rows = without_words(file_rows, words)
    where without_words(source, words) <> source or without_words(file_rows, words) <> file_rows;
  update idem_key set answer = without_words(answer, words) where exists (
    select from jsonb_path_query(answer, 'strict $.**') part where jsonb_typeof(part) = 'string' and part #>> '{}' = any(words));
  update audit a set erased = coalesce(a.erased, audit_details(a)), salt = null, before = stays(a.before), after = stays(a.after),
      address = case when a.actor_id <> all(people) then a.address end
    where (a.subject_type = 'form' and a.subject_id = any(forms::text[]) or a.subject_type = 'payable' and a.subject_id = any(payables::text[])
        or a.subject_type = 'person' and a.subject_id = any(own::text[]))
      and ((a.before, a.after) is distinct from (stays(a.before), stays(a.after)) or a.address is not null and a.actor_id = any(people) is not false);
  get diagnostics gone = row_count;
  drop table paid;
  update erasure set xid = null where id = e.id;
  return gone;
end $$;

-- law/finding_is_lawful
create or replace function finding_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from payable p where p.id = new.payable_id
    and p.status is distinct from case when new.outcome in ('PAID', 'NOT_PAID') then 'PROCESSING'
      when new.outcome = 'REVERSE' then 'SUCCESSFUL' when new.outcome = 'OWED' then 'REVERSED' else 'REVERSING' end;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  select count(*) into breaches from payable p, person a
    where p.id = new.payable_id and a.id = new.actor_id and a.phone = p.msisdn;
  perform refuse_payment('SELF_ACTION', breaches);
  select 1 - count(*) into breaches from (
    select from person a join role r on r.id = a.role_id join role_permission rp on rp.role_id = r.id
      join permission q on q.id = rp.permission_id
    where a.id = new.actor_id and a.status = 'ACTIVE' and r.role = new.role
      and (q.name = 'payments.authorize' or q.name = 'payments.approve' and new.outcome not in ('RECOVERED', 'NOT_RECOVERED'))
    limit 1) allowed;
  perform refuse_payment('FORBIDDEN', breaches);
  return null;
end $$;
create or replace trigger finding_is_lawful after insert on finding for each row execute function finding_is_lawful();

-- law/first_text
-- The text for a caller that takes one only: the default language, else the first there is.
create or replace function first_text(texts jsonb) returns text language sql immutable parallel safe return coalesce(
  texts ->> 'en',
  (select value from jsonb_each_text(case jsonb_typeof(texts) when 'object' then texts end) with ordinality
    order by ordinality limit 1));

-- law/follow_moved_units
-- After a move it and everything below follow, in one statement. What no root leads to any more goes round in a circle.
create or replace function follow_moved_units() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached bigint;
begin
  with recursive found as (
    select id, array[id] as path from administrative_unit where parent_id is null
    union all
    select child.id, found.path || child.id from administrative_unit child join found on child.parent_id = found.id
  ), followed as (
    update administrative_unit u set path = found.path from found where u.id = found.id and u.path <> found.path
  )
  select count(*) into reached from found;
  if reached < (select count(*) from administrative_unit) then
    raise exception 'UNIT_CYCLE' using errcode = 'CV001';
  end if;
  return null;
end $$;
create or replace trigger follow_moved after update of parent_id on administrative_unit
  for each statement execute function follow_moved_units();

-- law/forget_answers
-- Answers of providers go by whole months, when so many have passed since; at most 50,000 at once. Says how many. What they proved
-- stays with the attempt.
create or replace function forget_answers(months int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from provider_event where ctid = any(array(
    select ctid from provider_event where at < date_trunc('month', now()) - make_interval(months => months) limit 50000));
  get diagnostics gone = row_count;
  return gone;
end $$;

-- law/funding_is_booked
-- What was confirmed is in the books when its transaction ends.
create constraint trigger funding_is_booked after update on funding deferrable initially deferred
  for each row when (new.status = 'CONFIRMED') execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n where (select count(*) from transfer where funding_id = n.id) <> num_nonnulls(n.from_minor, n.into_minor) $$);

-- law/funding_is_lawful
create or replace function funding_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (not may_fund(new.asked_by))::int);
    perform refuse_payment('FUNDING_DECIDED', (new.status <> 'ASKED')::int);
  else
    perform refuse_payment('FUNDING_DECIDED', (old.status <> 'ASKED' or new.status = 'ASKED')::int);
    perform refuse_payment('FORBIDDEN', (not may_fund(new.decided_by))::int);
    perform refuse_payment('FUNDING_OWN', (new.status = 'CONFIRMED' and new.decided_by = new.asked_by)::int);
    -- By the clock of the transaction: a transfer of another one does not name it.
    new.decided_at := now();
  end if;
  return new;
end $$;
create or replace trigger funding_is_lawful before insert or update on funding for each row execute function funding_is_lawful();

-- law/give_site_code
create or replace function give_site_code() returns trigger language plpgsql as $$
begin
  -- A number may have been taken by hand.
  while new.code is null loop
    new.code := 'S' || nextval('site_number');
    if exists (select from site where lower(code collate "C") = lower(new.code collate "C")) then new.code := null; end if;
  end loop;
  return new;
end $$;
create or replace trigger give_site_code before insert on site for each row when (new.code is null) execute function give_site_code();

-- law/same_hands
-- Whether one person may be behind both accounts: the one's password came from the other, or both have a giver in common.
create or replace function same_hands(one_id bigint, other_id bigint) returns boolean language sql stable as $$
  with recursive hands (side, id) as (
    values (1, one_id), (2, other_id)
    union
    select side, given_by from hands join credential_origin on person_id = id
  )
  select exists (select from hands a join hands b using (id) where a.side = 1 and b.side = 2)
$$;

-- law/grant_is_confirmed_by_another
-- Who acts is what the app says; that the two of a grant are two is said here (domain/people/access.ts, confirmRefusal).
create or replace function grant_is_confirmed_by_another() returns trigger language plpgsql
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
create or replace trigger grant_is_confirmed_by_another before update on pending_grant
  for each row execute function grant_is_confirmed_by_another();

-- law/has_paid
-- Whether money went out for real: attempts at a provider that was met, or that is paid by files.
create or replace function has_paid() returns boolean language sql stable
  return exists (select from public.attempt a join public.provider p on p.name = a.provider
    where p.kind = 'FILE' or p.kind = 'API' and p.address is not null);

-- law/held_payable_stays
-- Nothing that is held up goes further. A recall takes no step forward: its money comes back in any case.
create or replace function held_payable_stays() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  hold text;
begin
  execute $q$
    select max(doubt_about(row(o.*)::payable)) from new_rows n join doubtful_payable d on d.payable_id = n.id join old_rows o on o.id = n.id
    where o.status <> 'PROCESSING' and n.status in ('INITIATED', 'APPROVED', 'PROCESSING') and n.status <> o.status $q$ into hold;
  perform refuse_payment(hold, (hold is not null)::int);
  return null;
end $$;
-- After the laws of its move, as its name comes later.
create or replace trigger payable_stays_held after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function held_payable_stays();

-- law/hold_is_used
-- What a batch holds is reserved to the last unit in the same transaction, or belongs to a run that is under way.
create constraint trigger hold_is_used after insert on transfer deferrable initially deferred
  for each row when (new.kind = 'hold') execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join account a on a.id = n.debit_account where a.debits <> a.credits and (select count(*) from payment_run r
    join job j on j.id = r.job_id where r.batch_id = a.batch_id and j.state in ('WAITING', 'RUNNING')) = 0 $$);

-- law/hold_unit_tree
create or replace function hold_unit_tree() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update administrative_tree set changes = changes + 1;
  return null;
end $$;
create or replace trigger hold_tree before insert or update of parent_id on administrative_unit
  for each statement execute function hold_unit_tree();

-- law/house_print
-- By which a copy is known from the database of another house.
create or replace function house_print() returns text language sql stable security definer set search_path = public, pg_temp
  return (select left(encode(sha256(outer_pad || inner_pad), 'hex'), 16) from house_key);

-- law/incident_is_so
-- Paid late is an attempt that counts after all. Paid twice is a failure whose payment another attempt has paid.
create or replace trigger incident_is_so after insert on incident referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n where (select count(*) from attempt a join payable p on p.id = a.payable_id
    where a.payable_id = n.payable_id and a.no = n.attempt_no and a.sends > a.turned_away and case n.kind
      when 'PAID_LATE' then a.state = 'SUCCESSFUL'
      else a.state = 'FAILED' and p.status in ('SUCCESSFUL', 'REVERSING', 'REVERSED', 'CANCELLED') end) = 0 $$);

-- law/is_settled
-- Whether nothing is left to book of an incident: money paid twice is out of the float by two people, under the provider's reference.
create or replace function is_settled(i incident) returns boolean language sql stable set search_path = public, pg_temp
  return i.kind <> 'PAID_TWICE' or exists (select from funding f join attempt a on a.payable_id = i.payable_id and a.no = i.attempt_no
    where f.kind = 'SHORTAGE' and f.status = 'CONFIRMED' and lower(f.reference) = lower(i.provider_ref)
      and f.from_provider = a.provider and f.from_currency = a.currency);

-- law/is_paid_twice
create or replace function is_paid_twice(payable bigint) returns boolean language sql stable set search_path = public, pg_temp
  return exists (select from incident i where i.payable_id = payable and not is_settled(i));

-- law/is_tryout
create or replace function is_tryout(provider text) returns boolean language sql stable
  return provider = 'simulator' and exists (
    select from public.payment_stop s where s.kind = 'TRYOUT' and s.ended_at = now() and s.ended_by is not null);

-- law/keep_run
-- What a run did to payments is kept as long as they are.
create or replace function keep_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payment_run where job_id = new.id) then new.expires_at := now() + interval '10 years'; end if;
  return new;
end $$;
create or replace trigger keep_run before update on job for each row
  when (new.expires_at is not null and old.expires_at is null and new.kind like 'payments.%') execute function keep_run();

-- law/keep_text_version
create or replace function keep_text_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into rich_text_version (text_id, version, title, body, saved_at, saved_by)
  values (new.id, new.version, new.title, new.body, new.updated_at, new.updated_by);
  return null;
end $$;
create or replace trigger keep_version after insert or update of version on rich_text
  for each row execute function keep_text_version();

-- law/limit_change_is_lawful
create or replace function limit_change_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (not may_limit(new.asked_by, new.survey_id))::int);
    perform refuse_payment('FUNDING_DECIDED', (new.status <> 'ASKED')::int);
  else
    perform refuse_payment('FUNDING_DECIDED', (old.status <> 'ASKED' or new.status = 'ASKED')::int);
    perform refuse_payment('FORBIDDEN', (not may_limit(new.decided_by, new.survey_id))::int);
    perform refuse_payment('FUNDING_OWN', (new.status = 'CONFIRMED' and new.decided_by = new.asked_by)::int);
    new.decided_at := now();
  end if;
  return new;
end $$;
create or replace trigger limit_change_is_lawful before insert or update on limit_change for each row execute function limit_change_is_lawful();

-- law/limit_is_of_now
-- A version is whole from its transaction on.
create or replace function limit_is_of_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('STALE', (select count(*) from payment_policy p where p.version = new.version and p.changed_at <> now()));
  return null;
end $$;
create or replace trigger limit_is_of_now after insert on payment_limit for each row execute function limit_is_of_now();

-- law/link_is_lawful
-- Responses join a payable before anybody signs it. The lock makes a signer wait, and then see them.
create or replace function link_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    select count(*) from new_rows n cross join lateral (select * from payable where id = n.payable_id offset 0) p
    where p.status <> 'ELIGIBLE' or p.survey_id <> n.survey_id or n.released_at is not null or p.kind = 'MANUAL'
      or p.kind = 'INDIVIDUAL' and (select count(*) from payable_response l where l.payable_id = p.id) <> 1 $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create or replace trigger link_is_lawful after insert on payable_response referencing new table as new_rows
  for each statement execute function link_is_lawful();

-- law/loosens
-- Whether a version lets more through than the one before it, for any role.
create or replace function loosens(of_version int) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from payment_limit l cross join (
      select null as role union select role from payment_limit where version in (of_version - 1, of_version)) r
    where l.version = of_version - 1 and coalesce(limit_at(of_version, l.kind, l.currency, r.role)::numeric, 'Infinity')
      > limit_at(of_version - 1, l.kind, l.currency, r.role));

-- law/mail_is_for_staff
-- No participant is ever written to.
create or replace trigger mail_is_for_staff before insert or update of person_id on mail for each row execute function law(
  'FORBIDDEN', 'select count(*) from n where not exists (
    select from person p where p.id = n.person_id and p.admin_type = ''ADMIN'')');

-- law/manual_is_entered
-- One statement writes a payment by hand and its entry, in the currency of its survey. It pays no responses, and no sample.
create or replace trigger manual_is_entered after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n where n.kind = 'MANUAL' and (select count(*) from manual_payment m
    join survey s on s.id = m.survey_id and s.currency = n.currency join currency c on c.code = n.currency
    where m.payable_id = n.id and s.id not in (select survey_id from payment_sample) and m.survey_id = n.survey_id and n.amount_minor - n.charge_minor <= c.highest_minor) = 0 $$);

-- law/meet_provider
-- At another place than the known one nothing is sent until two people have confirmed that it is the same account; a provider
-- that people entered has no known place before. Back at the known one, no person is needed. Says whether it is at its place.
create or replace function meet_provider(named text, its_address text, its_account text) returns boolean language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  known provider;
begin
  select * into known from provider where name = named for update;
  if known.origin = 'SETTINGS' and (known.address is null or not exists (select from attempt where provider = named)) then
    update provider set address = its_address, account = its_account
    where name = named and (address, account) is distinct from (its_address, its_account);
  elsif (known.address, known.account) is distinct from (its_address, its_account) then
    -- What people confirmed of another place counts for nothing here.
    update payment_stop set ended_at = now() where provider = named and kind = 'ADDRESS' and ended_at is null
      and (details ->> 'newAddress', details ->> 'newAccount') is distinct from (its_address, its_account);
    with begun as (
      insert into payment_stop (provider, kind, reason, details)
      values (named, 'ADDRESS', case when known.address is null then 'NEW' else 'MOVED' end, jsonb_build_object(
        'address', known.address, 'account', known.account, 'newAddress', its_address, 'newAccount', its_account))
      on conflict (coalesce(provider, ''), kind) where ended_at is null do nothing returning *
    )
    insert into audit (action, subject_type, subject_id, after)
    select 'payments.stop', 'payment_stop', id::text,
      jsonb_build_object('kind', kind, 'provider', provider, 'reason', reason, 'details', details) from begun;
    return false;
  end if;
  with over as (
    update payment_stop set ended_at = now() where provider = named and kind = 'ADDRESS' and ended_at is null returning *
  )
  insert into audit (action, subject_type, subject_id, after)
  select 'payments.goOn', 'payment_stop', id::text, jsonb_build_object('kind', kind, 'provider', provider) from over;
  return true;
end $$;

-- law/meets_payee_before
-- Payments that meet a list, whichever of the two comes first, or perhaps a payee under another name, are in doubt.
create or replace function meets_payee_before() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'paid_before_list' then
    perform pg_advisory_xact_lock(hashtext('paid_before'));
    insert into doubtful_payable select p.id from payable p join paid_before b on b.msisdn = p.msisdn
    where b.list_id = new.id and p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING', 'FAILED', 'REJECTED') on conflict do nothing;
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('paid_before'));
  if exists (select from paid_before) then
    execute $q$ insert into doubtful_payable select n.id from new_rows n
      where n.status in ('ELIGIBLE', 'INITIATED') and n.msisdn in (select msisdn from paid_before) on conflict do nothing $q$;
  end if;
  execute $q$ insert into doubtful_payable select n.id from new_rows n where coalesce(
    (select 1 from payable q where q.msisdn = n.msisdn and q.id <> n.id and (q.participant_id = n.participant_id) is not true limit 1),
    (select 1 from payee_twin t where t.id = n.participant_id limit 1)) = 1 on conflict do nothing $q$;
  return null;
end $$;
create or replace trigger list_meets_payables after update on paid_before_list for each row
  when (new.status = 'CONFIRMED') execute function meets_payee_before();
create or replace trigger payable_meets_list after insert on payable referencing new table as new_rows
  for each statement execute function meets_payee_before();

-- law/money_comes_back
-- Before a payment is taken back, the books know of all that went out for it.
create or replace trigger money_comes_back after insert on transfer for each row when (new.kind = 'reverse')
  execute function law('ILLEGAL_TRANSITION', $$ select is_paid_twice(payable_id)::int from n $$);

-- law/move_is_listed
-- A payment moves as `payable_move` lists it, with the step that makes the move.
create or replace trigger move_is_listed after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from old_rows o join new_rows n using (id)
  where (o.status <> n.status or o.round <> n.round) and (select count(*) from payable_move m
    where m.from_status = o.status and m.to_status = n.status and m.next_round::int = n.round - o.round
      and (m.step is null or (select count(*) from step s where s.payable_id = n.id and s.round = n.round
        and s.step = m.step and s.level = 1 and s.facts_hash = n.facts_hash) = 1)) = 0 $$);

-- law/move_is_signed
-- Each signature that its status asks for is there, of its round and under its facts.
create or replace trigger move_is_signed after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join payable_signature g on g.status = n.status
  where (select count(*) from step s where s.payable_id = n.id and s.round = n.round
    and s.step = g.step and s.level = 1 and s.facts_hash = n.facts_hash) = 0 $$);

-- law/move_keeps_facts
-- Facts change while no signature is on them: with the participant's phone, with the providers, or by a person who corrects or opens
-- again. The laws of new payables and entries prove the facts themselves; which provider it is and its charge, `payable_finds_provider`.
create or replace trigger move_keeps_facts after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('STALE_FACTS', $$
  select count(*) from old_rows o join new_rows n using (id)
  where (o.msisdn, o.amount_minor, o.charge_minor, o.phone_from, o.provider, o.facts_hash)
      is distinct from (n.msisdn, n.amount_minor, n.charge_minor, n.phone_from, n.provider, n.facts_hash)
    and ((n.status = 'ELIGIBLE' and (n.provider = o.provider or 'simulator' not in (n.provider, o.provider))
      and n.facts_hash = signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, signed_responses(n.id))
      and (n.phone_from = 'GIVEN' or n.participant_id is null
        or n.msisdn is not distinct from (select pays_to from person where id = n.participant_id))
      and ((n.amount_minor - n.charge_minor, n.phone_from) = (o.amount_minor - o.charge_minor, o.phone_from) and (n.round > o.round
          or o.status = 'ELIGIBLE' and (n.msisdn is not distinct from o.msisdn
            or n.phone_from = 'PARTICIPANT' and n.participant_id is not null))
        or n.round > o.round and (select count(*) from step s
          where s.payable_id = n.id and s.round = n.round and s.step = 'correct') = 1)) is not true) $$);

-- law/move_needs_approval
-- What goes to the people is approved.
create or replace trigger move_needs_approval after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('RESPONSE_NOT_APPROVED', $$
  select count(*) from new_rows n where n.status = 'INITIATED' and (
    select count(*) filter (where (select f.status from form f where f.id = l.response_id and f.survey_id = l.survey_id) <> 'APPROVED')
    from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity') > 0 $$);

-- law/move_shows_money
-- Money is where the status says: reserved, spent, or given back.
create or replace trigger move_shows_money after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from old_rows o join new_rows n using (id) where case n.status
    when 'PROCESSING' then (select count(*) from attempt a where a.payable_id = n.id
      and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and (select count(*) from transfer t
        where t.payable_id = a.payable_id and t.kind = 'reserve' and t.attempt_no = a.no) = 1) <> 1
    when 'SUCCESSFUL' then (select count(*) from attempt a where a.payable_id = n.id and a.state = 'SUCCESSFUL'
      and (select count(*) from transfer t where t.payable_id = a.payable_id
        and t.kind in ('settle', 'late', 'lateOnCredit') and t.attempt_no = a.no) = 1) <> 1
    when 'FAILED' then (select count(*) from attempt a where a.payable_id = n.id and a.state <> 'RECALLED'
      and (select count(*) from transfer t where t.payable_id = a.payable_id and t.kind = 'release' and t.attempt_no = a.no) = 1) = 0
    when 'APPROVED' then o.status = 'PROCESSING' and (select count(*) from attempt a where a.payable_id = n.id
      and a.state not in ('FAILED', 'RECALLED')) + 1 - (select count(*) from attempt a where a.payable_id = n.id
        and a.state = 'RECALLED' and a.no = (select max(no) from attempt l where l.payable_id = n.id)
        and (select count(*) from transfer t where t.payable_id = a.payable_id and t.kind = 'recall' and t.attempt_no = a.no) = 1) <> 0
    when 'REVERSED' then (select count(*) from transfer t where t.payable_id = n.id and t.kind = 'reverse') <> 1
    else false end $$);

-- law/move_undone_by_two
-- Money comes back by the findings of two people. A signed payment is cancelled only with its payee.
create or replace trigger move_undone_by_two after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from (
    select o.status as before, n.*, (select max(no) from attempt a where a.payable_id = n.id and a.state = 'SUCCESSFUL') as no
    from old_rows o join new_rows n using (id) where o.status <> n.status
      and (n.status in ('REVERSING', 'REVERSED') or o.status = 'REVERSING' or (o.status, n.status) = ('APPROVED', 'CANCELLED'))
  ) n where case
    when n.status = 'REVERSING' then (select outcome from finding f where f.payable_id = n.id and f.attempt_no = n.no
      order by id desc limit 1) is distinct from 'REVERSE'
    when n.status = 'REVERSED' then not found_by_two(n.id, n.no, 'RECOVERED', 'REVERSE')
    when n.before = 'REVERSING' then not found_by_two(n.id, n.no, 'NOT_RECOVERED', 'REVERSE')
    else (select anonymised_at from person where id = n.participant_id) is null end $$);

-- law/names_with
-- What finds the names with words that begin like those of `value`, at the places named ('1', '2'); null when it has no words.
create or replace function names_with(value text, places text[] default '{1,2}') returns tsquery
  language sql immutable parallel safe
  return (select string_agg('(' || (select string_agg(place || word || case when length(word) > 10 then ':*' else '' end, ' | ')
      from unnest(places) as place) || ')', ' & ')
    from unnest(words_of(value)) as word)::tsquery;

-- law/note_form_change
-- A response whose columns must be written again. Intake notes new ones itself.
create or replace function note_form_change() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into form_change select survey_id, id from changed;
  return null;
end $$;
create or replace trigger note_change after update on form referencing old table as changed
  for each statement execute function note_form_change();
create or replace trigger note_deletion after delete on form referencing old table as changed
  for each statement execute function note_form_change();
create or replace trigger note_change after update on form_doc referencing old table as changed
  for each statement execute function note_form_change();

-- law/note_giver
-- Notes who gave the password, in the transaction that gave it and in no other.
create or replace function note_giver(whose bigint, giver bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from person where id = whose and must_change_password and xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'No password was given here' using errcode = '42501'; end if;
  insert into credential_origin (person_id, given_by) values (whose, giver)
  on conflict (person_id) do update set given_by = excluded.given_by;
end $$;
revoke execute on function note_giver from public;
grant execute on function note_giver to canvass_app;

-- law/stop_restored
-- Stops all sending, of money and of webhooks: who was paid since the moment of this database is unknown to it. The trail says so; a second time does nothing.
create or replace function stop_restored(why text) returns void language sql set search_path = public, pg_temp as $$
  with held as (update webhook set paused_at = now(), failing_since = coalesce(failing_since, now()) where paused_at is null), begun as (
    insert into payment_stop (kind, reason, details)
    select 'RESTORED', why, jsonb_build_object('found', a.id, 'foundAt', a.at)
    from (select 1) one left join (select id, at from audit order by id desc limit 1) a on true
    on conflict do nothing returning *)
  insert into audit (action, subject_type, subject_id, after)
  select 'payments.stop', 'payment_stop', id::text, jsonb_build_object('kind', kind, 'reason', reason, 'details', details) from begun $$;

-- law/note_life
-- Notes another life, and stops all sending where it is another system. Says what was found.
create or replace function note_life() returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare before database_life;
begin
  if database_is_known() then return 'SAME'; end if;
  perform pg_advisory_xact_lock(hashtextextended('database life', 0));
  select * into before from database_life order by id desc limit 1;
  if (before.system_id, before.timeline) = (system_now(), timeline_now()) then return 'SAME'; end if;
  insert into database_life (system_id, timeline) values (system_now(), timeline_now());
  if before.system_id <> system_now() then
    perform stop_restored('OTHER_SYSTEM');
    return 'OTHER_SYSTEM';
  end if;
  return 'OTHER_TIMELINE';
end $$;

-- law/note_payee_phones
create or replace function note_payee_phones() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  execute case tg_op when 'INSERT' then $q$
    insert into payee_phone select distinct msisdn from new_rows where msisdn is not null order by msisdn on conflict do nothing $q$
  else $q$
    insert into payee_phone select distinct n.msisdn from new_rows n join old_rows o using (id)
    where n.msisdn is distinct from o.msisdn and n.msisdn is not null order by n.msisdn on conflict do nothing $q$ end;
  return null;
end $$;
create or replace trigger note_phones_insert after insert on payable referencing new table as new_rows
  for each statement execute function note_payee_phones();
create or replace trigger note_phones_update after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function note_payee_phones();

-- law/note_task_site
-- The site of a response is that of its task.
create or replace function note_task_site() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into form_change values (new.survey_id, new.form_id);
  return null;
end $$;
create or replace trigger note_site after update of site_id on task
  for each row when (new.form_id is not null and old.site_id is distinct from new.site_id) execute function note_task_site();

-- law/own_provider
-- At each start: the provider of the settings is written as the record that it is, or the simulator; null: people's own pay.
create or replace function own_provider(named text, record jsonb) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into provider (name, title, origin, dialect) select named, named, 'SETTINGS', 'GSMA' where named is not null
  on conflict do nothing;
  update provider set enabled = name is not distinct from named
  where origin = 'SETTINGS' and enabled <> (name is not distinct from named);
  update provider p set base_url = r.base_url, account_id = r.account_id, refuses_duplicates = r.refuses_duplicates
  from jsonb_to_record(record) as r (base_url text, account_id text, refuses_duplicates boolean)
  where record is not null and name = named and origin = 'SETTINGS'
    and (p.base_url, p.account_id, p.refuses_duplicates) is distinct from (r.base_url, r.account_id, r.refuses_duplicates);
end $$;

-- law/paid_before_is_lawful
-- One person keeps the list, whole in one transaction, and another one confirms it.
create or replace trigger paid_before_is_asked before insert or update on paid_before_list for each row execute function funding_is_lawful();
create or replace trigger paid_before_is_whole after insert on paid_before referencing new table as new_rows
  for each statement execute function law('FUNDING_DECIDED', $$
  select count(*) from new_rows n join paid_before_list l on l.id = n.list_id where l.asked_at <> now() or l.status <> 'ASKED' $$);

-- law/password_links_end
-- A link opens the account as it was when the link was made.
create or replace function password_links_end() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update password_link set ended_at = now() where person_id = new.id and ended_at is null;
  -- It is in other hands, who choose its password next.
  if new.must_change_password then delete from sign_on where person_id = new.id; end if;
  return null;
end $$;
create or replace trigger password_links_end after update of password_hash, email, status, must_change_password on person
  for each row when ((old.password_hash, old.email, old.status, old.must_change_password)
    is distinct from (new.password_hash, new.email, new.status, new.must_change_password)) execute function password_links_end();

-- law/pay_rule_stays
-- Responses approved under one rule of payment are paid by it: into groups and out of them no survey goes any more, and
-- their size stays. The amount may change: a set is paid at the amount of the moment at which it is full.
create or replace trigger pay_rule_stays before update on survey for each row
  when ('GROUPED' in (old.payment_aggregation, new.payment_aggregation)
    and (old.survey_type, old.payment_aggregation, old.aggregation_count)
      <> (new.survey_type, new.payment_aggregation, new.aggregation_count))
  execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n where exists (select from form where survey_id = n.id and status = 'APPROVED' and not is_pilot) $$);

-- law/payable_begins_unsigned
create or replace trigger payable_begins_unsigned before insert on payable
  for each row when (new.status <> 'ELIGIBLE' or new.round <> 1) execute function law('ILLEGAL_TRANSITION');

-- law/payable_changes_now
-- A payment of the app changes now.
create or replace function payable_changes_now() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create or replace trigger moment_is_now before update on payable for each row
  when (current_user = 'canvass_app' and new.updated_at is distinct from now()) execute function payable_changes_now();

-- law/phone_reach
-- How much of the beginning of a phone decides about its provider.
create or replace function phone_reach() returns int language sql stable
  return (select coalesce(max(length(prefix)), 0) from public.provider, unnest(prefixes) prefix where enabled);

-- law/payable_finds_provider
-- A payment that is not signed yet goes through the provider that its facts choose, with its charge. One that none serves is in doubt. The choice
-- is made once for each beginning of phones: for each payment it took longer than all else about it.
create or replace function payable_finds_provider() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  reach int := phone_reach();
begin
  perform refuse_payment('STALE_FACTS', (select count(*) from (
      select distinct left(msisdn, reach) as begins, currency, provider, own_route(participant_id, phone_from) as own
      from new_rows where status = 'ELIGIBLE') n
    where n.provider <> paying_provider(n.begins, n.currency, case tg_op when 'UPDATE' then n.provider end, n.own)));
  perform refuse_payment('STALE_FACTS', (select count(*) from (
      select distinct provider, currency, amount_minor - charge_minor as net, charge_minor from new_rows where status = 'ELIGIBLE') n
    where n.charge_minor <> charge_of(n.provider, n.currency, n.net)));
  -- Where one serves all, each is served.
  if exists (select from provider where enabled and currencies = '{}' and prefixes = '{}') then return null; end if;
  insert into doubtful_payable select n.id from new_rows n join (
    select begins, currency, own from (select distinct left(msisdn, reach) as begins, currency, own_route(participant_id, phone_from) as own
      from new_rows where status = 'ELIGIBLE' and msisdn is not null) each where provider_for(begins, currency, own) is null) r
    on r.begins = left(n.msisdn, reach) and r.currency = n.currency and r.own is not distinct from own_route(n.participant_id, n.phone_from)
  where n.status = 'ELIGIBLE' on conflict do nothing;
  return null;
end $$;
create or replace trigger payable_finds_provider after insert on payable referencing new table as new_rows
  for each statement execute function payable_finds_provider();
create or replace trigger payable_finds_other after update on payable referencing new table as new_rows
  for each statement execute function payable_finds_provider();

-- law/payable_follows
-- What was reversed is owed again as it was, by the findings of two people.
create or replace trigger payable_follows after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join payable p on p.id = n.follows where n.follows is not null and (p.status = 'REVERSED'
    and (p.kind, p.survey_id, p.amount_minor - p.charge_minor, p.currency) = (n.kind, n.survey_id, n.amount_minor - n.charge_minor, n.currency)
    and (p.participant_id, p.set_size, p.leftover_id) is not distinct from (n.participant_id, n.set_size, n.leftover_id)
    and found_by_two(p.id, (select no from attempt a where a.payable_id = p.id and a.state = 'SUCCESSFUL'), 'OWED', 'OWED')) is not true $$);

-- law/payable_is_owed
-- `survey_id + 0`: without it, old statistics made each row read all links of its survey.
create or replace trigger payable_is_owed after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join lateral (select * from survey where id = n.survey_id offset 0) s on true
  where n.kind <> 'MANUAL' and (n.phone_from <> 'PARTICIPANT'
    or n.msisdn is distinct from (select pays_to from person where id = n.participant_id)
    or n.facts_hash <> signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, signed_responses(n.id))
    or n.kind = 'INDIVIDUAL' and ((s.survey_type = 'PAID' and s.payment_aggregation = 'INDIVIDUAL'
        and n.amount_minor - n.charge_minor = s.amount_minor and n.currency = s.currency) is not true
      or (select count(*) from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity'
        and l.survey_id + 0 = n.survey_id and (select f.status = 'APPROVED' and not f.is_pilot
          and f.participant_id is not distinct from n.participant_id from form f
          where f.id = l.response_id and f.survey_id = l.survey_id)) <> 1)) $$);

-- law/payable_within_budget
-- It runs after the payables are counted, as its name comes later.
create or replace function payable_within_budget() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  if not exists (select from survey_budget) then return null; end if;
  execute $q$
    select from survey_budget where survey_id in (select survey_id from new_rows where status = 'PROCESSING')
    order by survey_id for no key update $q$;
  execute $q$
    select count(*) from (
      select distinct n.survey_id, n.currency from old_rows o join new_rows n using (id)
      where n.status = 'PROCESSING' and o.status <> 'PROCESSING'
    ) n join survey_budget b using (survey_id, currency)
    where b.amount_minor < coalesce((select sum(c.amount_minor) from payable_counter c
        where c.survey_id = b.survey_id and c.currency = b.currency and c.status = 'PROCESSING'), 0)
      + coalesce((select sum(a.debits - a.credits) from account a
        where a.kind = 'SPENT' and a.survey_id = b.survey_id and a.currency = b.currency), 0) $q$ into breaches;
  perform refuse_payment('BUDGET_EXCEEDED', breaches);
  return null;
end $$;
create or replace trigger within_budget after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function payable_within_budget();

-- law/payables_follow
-- Until it is signed, a payable follows its participant: to another phone or provider, and out of the house when they are erased.
create or replace function payables_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from payable p where p.participant_id = new.id and p.status = 'ELIGIBLE' order by p.id for no key update;
  if new.anonymised_at is null then
    update payable p set msisdn = new.pays_to, provider = r.name, amount_minor = net + r.charge, charge_minor = r.charge, version = version + 1,
      updated_at = now(), facts_hash = signed_facts(new.pays_to, net + r.charge, currency, r.name, signed_responses(p.id))
    from (select q.id, net, r.* from payable q cross join lateral (select amount_minor - charge_minor as net) n
        cross join lateral routed(q, net, new.pays_to, new.payment_provider) r
      where participant_id = new.id and status = 'ELIGIBLE' and phone_from = 'PARTICIPANT') r
    where r.id = p.id and (p.msisdn, p.provider) is distinct from (new.pays_to, r.name);
    return null;
  end if;
  with erased as (
    update payable set status = 'CANCELLED', reason = 'ERASED', reason_text = null, version = version + 1, updated_at = now()
    where participant_id = new.id and status = 'ELIGIBLE' returning id
  )
  insert into audit (action, subject_type, subject_id, before, after)
  select 'payments.cancel', 'payable', id::text, '{"status": "ELIGIBLE"}', '{"status": "CANCELLED", "reason": "ERASED"}' from erased;
  return null;
end $$;
create or replace trigger payables_follow after update on person for each row
  when (new.pays_to is distinct from old.pays_to or new.payment_provider is distinct from old.payment_provider or new.anonymised_at is distinct from old.anonymised_at)
  execute function payables_follow();

-- law/payables_follow_providers
-- What is not signed yet follows the providers. Those who make payments at this moment hold their provider: they come first.
create or replace function payables_follow_providers() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform from provider order by name for update;
  perform from payable p, routed(p, amount_minor - charge_minor, msisdn, own_route(participant_id, phone_from)) r
  where status = 'ELIGIBLE' and (p.provider, charge_minor) <> (r.name, r.charge) order by id for no key update of p;
  update payable p set provider = r.name, amount_minor = net + r.charge, charge_minor = r.charge, version = version + 1, updated_at = now(),
    facts_hash = signed_facts(msisdn, net + r.charge, currency, r.name, signed_responses(p.id))
  from (select p.id, net, r.* from payable p cross join lateral (select amount_minor - charge_minor as net) n
      cross join lateral routed(p, net, msisdn, own_route(participant_id, phone_from)) r where status = 'ELIGIBLE') r
  where r.id = p.id and (p.provider, charge_minor) <> (r.name, r.charge);
  insert into doubtful_payable select id from payable
  where status = 'ELIGIBLE' and msisdn is not null and provider_for(msisdn, currency, own_route(participant_id, phone_from)) is null on conflict do nothing;
  return null;
end $$;
create or replace trigger payables_follow_providers after update on provider for each row
  when ((old.enabled, old.currencies, old.prefixes, old.priority, old.charges) <> (new.enabled, new.currencies, new.prefixes, new.priority, new.charges))
  execute function payables_follow_providers();

-- law/sending_stopped
-- A database whose life is not noted yet is sent nothing.
create or replace function sending_stopped(name text, probing boolean) returns boolean language sql stable
  return not public.database_is_known() or exists (select from public.payment_stop s
    where s.ended_at is null and coalesce(s.provider, name) = name and not (probing and s.kind = 'TROUBLE'));

-- law/payment_file_act_is_lawful
-- Another person releases what one asked for, and two take it back. That alone sends its payments, and has them wait again.
create or replace function payment_file_act_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  kept payment_file;
  moved bigint; total numeric;
begin
  select * into kept from payment_file where id = new.payment_file_id for no key update;
  perform refuse_payment('FORBIDDEN', (not holds(new.person_id, 'payments.authorize'))::int);
  perform refuse_payment('FUNDING_DECIDED', (kept.status <> case when new.act in ('RELEASE', 'REFUSE') then 'ASKED' else 'RELEASED' end)::int);
  perform refuse_payment('FUNDING_OWN', (case new.act when 'RELEASE' then kept.asked_by = new.person_id when 'TAKE_BACK' then not exists (
    select from payment_file_act a where a.payment_file_id = kept.id and a.act = 'ASK_BACK' and a.person_id <> new.person_id) end)::int);
  if new.act = 'RELEASE' then
    perform refuse_payment('SENDING_STOPPED', sending_stopped(kept.provider, false)::int);
    with sent as (
      update attempt a set state = 'SENDING', sends = a.sends + 1, fence = a.fence + 1, sent_at = now(), next_at = 'infinity', reason = 'IN_FILE'
      from payment_file_line l where l.payment_file_id = kept.id and a.id = l.attempt_id and a.state = 'QUEUED' returning a.amount_minor
    ) select count(*), sum(amount_minor) into moved, total from sent;
    perform refuse_payment('STALE_FACTS', ((moved, total) is distinct from (kept.lines::bigint, kept.sum_minor::numeric))::int);
  elsif new.act = 'TAKE_BACK' then
    update attempt a set state = 'QUEUED', turned_away = a.turned_away + 1, fence = a.fence + 1, next_at = now(), reason = null
    from payment_file_line l where l.payment_file_id = kept.id and a.id = l.attempt_id and a.state = 'SENDING';
    get diagnostics moved = row_count;
    perform refuse_payment('STALE_FACTS', (moved <> kept.lines)::int);
  end if;
  update payment_file set status = coalesce('{"RELEASE": "RELEASED", "REFUSE": "REFUSED", "TAKE_BACK": "TAKEN_BACK"}'::jsonb ->> new.act, status) where id = kept.id;
  return null;
end $$;
create or replace trigger payment_file_act_is_lawful after insert on payment_file_act for each row execute function payment_file_act_is_lawful();

-- law/payment_file_is_asked
-- A person with the right asks for a file of a provider that is paid by files, with payments that wait to be sent there.
create or replace trigger payment_file_is_asked after insert on payment_file
  for each row execute function law('FORBIDDEN', $$ select count(*) from n
  where not holds(n.asked_by, 'payments.authorize') or not exists (select from provider where name = n.provider and kind = 'FILE') $$);
create or replace trigger payment_file_waits after insert on payment_file_line referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join payment_file f on f.id = n.payment_file_id left join attempt a on a.id = n.attempt_id
  where (f.asked_at = now() and a.state = 'QUEUED' and not a.is_outside and (a.provider, a.currency) = (f.provider, f.currency)) is not true $$);

-- law/payment_is_idle
-- No failure, and no giving up of one, while a try may still be paid: an earlier try that gave its money back proves nothing.
create or replace function payment_is_idle() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from attempt a
    where a.payable_id = new.id and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')));
  return new;
end $$;
create or replace trigger payment_is_idle before update on payable for each row
  when (new.status = 'FAILED' and old.status <> 'FAILED' or new.status = 'REJECTED' and old.status = 'FAILED')
  execute function payment_is_idle();

-- law/payment_result_is_lawful
-- A result is of a file that is out. From then on the file is not taken back.
create or replace function payment_result_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('FORBIDDEN', (not may_fund(new.taken_by))::int);
  update payment_file set status = 'ANSWERED' where id = new.payment_file_id and status in ('RELEASED', 'ANSWERED');
  perform refuse_payment('FUNDING_DECIDED', (not found)::int);
  return null;
end $$;
create or replace trigger payment_result_is_lawful after insert on payment_result for each row execute function payment_result_is_lawful();
-- A result speaks of the payments of its file, and no call speaks of them.
create or replace trigger event_is_of_file after insert on provider_event referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join attempt a on a.payable_id = n.payable_id and a.no = n.attempt_no join provider p on p.name = a.provider
  where (n.result_id is not null or p.kind = 'FILE') and not exists (select from payment_result r
    join payment_file_line l on l.payment_file_id = r.payment_file_id where r.id = n.result_id and l.attempt_id = a.id and r.taken_at = now()) $$);

-- law/person_stays_the_same
-- The giver of an account is known by its id, which therefore stays; a program never becomes a person who signs in.
create or replace function person_stays_the_same() returns trigger language plpgsql as $$
begin
  raise exception 'The id of an account does not change, nor whether it is a program' using errcode = '42501';
end $$;
create or replace trigger person_stays_the_same before update of id, is_program on person
  for each statement execute function person_stays_the_same();

-- law/play_money_comes_back
create or replace function play_money_comes_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION',
    (select count(*) from payable p where p.id = new.payable_id and (not is_tryout(p.provider) or p.status <> 'SUCCESSFUL')));
  return null;
end $$;
create or replace trigger play_money_comes_back after insert on transfer for each row
  when (new.kind = 'tryout') execute function play_money_comes_back();

-- law/policy_is_lawful
create or replace function policy_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written jsonb;
begin
  perform refuse_payment('STALE', (new.version <> 1 + coalesce((select max(version) from payment_policy where version <> new.version), 0))::int);
  perform refuse_payment('FORBIDDEN', (not may_limit(new.changed_by, null))::int);
  if new.change_id is null then
    perform refuse_payment('FUNDING_OWN', loosens(new.version)::int);
  else
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'currency', currency, 'role', role, 'amountMinor', amount_minor)), '[]')
    into written from payment_limit where version = new.version;
    perform refuse_payment('FUNDING_OWN', (not is_confirmed(new.change_id, null, new.version - 1, written))::int);
  end if;
  return null;
end $$;
-- Once its limits are written, too.
create constraint trigger policy_is_lawful after insert on payment_policy deferrable initially deferred
  for each row execute function policy_is_lawful();

-- law/program_has_tokens_alone
-- A program has no password, no role and no session: it comes with a token, whose rights never touch money or people's rights.
create or replace trigger program_has_tokens_alone before insert or update of role_id, password_hash, email on person
  for each row when (new.is_program) execute function law('PROGRAM_HAS_TOKENS_ALONE', 'select count(*) from n
    where num_nonnulls(n.role_id, n.password_hash, n.email) > 0');
create or replace trigger program_has_no_session before insert or update of person_id on session
  for each row execute function law('PROGRAM_HAS_TOKENS_ALONE', 'select count(*) from n join person p on p.id = n.person_id
    where p.is_program');
create or replace trigger token_opens_no_money before insert on survey_token
  for each row when (new.kind = 'STAFF') execute function law('TOKEN_TOO_WIDE', 'select count(*) from n left join person p on p.id = n.person_id
    where (n.permissions is not null) <> coalesce(p.is_program, false) or exists (
      select from unnest(n.permissions) held (name) left join permission q using (name)
      where q.id is null or q.duty is not null
        or q.name in (''payments.reject'', ''surveys.access'', ''settings.write'', ''console.use''))');
create or replace trigger program_has_no_link before insert on password_link
  for each row execute function law('PROGRAM_HAS_TOKENS_ALONE', 'select count(*) from n join person p on p.id = n.person_id
    where p.is_program');

-- law/provider_of_settings_stays
-- The operator's own provider is the house's to write.
create or replace trigger provider_of_settings_stays before update on provider for each row
  when (current_user = 'canvass_app' and old.origin = 'SETTINGS') execute function law('FORBIDDEN');

-- law/release_responses
-- A response is free for another payable only when this one is undone.
create or replace function release_responses() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payable_response set released_at = now()
  where payable_id = new.id and coalesce(released_at, 'infinity') = 'infinity';
  return null;
end $$;
create or replace trigger release_responses after update on payable for each row
  when (new.status in ('CANCELLED', 'REVERSED') and old.status <> new.status) execute function release_responses();

-- law/remove_private_views
create or replace function remove_private_views() returns trigger language plpgsql as $$
begin
  delete from list_view where owner_id = old.id and not shared;
  return old;
end $$;
create or replace trigger remove_private_views before delete on person for each row execute function remove_private_views();

-- law/reopen_run
create or replace function reopen_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('JOB_STATE', (select count(*) from payment_run where job_id = new.id and stopped_at is not null));
  update payment_run set done_before = new.done where job_id = new.id;
  return null;
end $$;
create or replace trigger reopen_run after update on job for each row
  when (old.state in ('CANCELLED', 'FAILED') and new.state = 'WAITING' and new.kind like 'payments.%')
  execute function reopen_run();

-- law/seal_rows
-- Makes a block of the rows between two transactions; 50,000 rows or a little more, as transactions stay whole.
create or replace function seal_rows(above xid8, below xid8, beyond_id bigint) returns bigint language plpgsql
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

-- law/seal_audit
-- Seals what no running transaction can add to any more; null when there is nothing to seal. One sealer at a time.
create or replace function seal_audit() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
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

-- law/set_is_priced
-- A set pays as many responses as the survey counts, or the leftovers of a choice of the same transaction, each at the survey's
-- amount of this moment.
create or replace trigger set_is_priced after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join survey s on s.id = n.survey_id
    left join leftover o on o.id = n.leftover_id and o.survey_id = n.survey_id and o.choice = 'PAY_PRO_RATA'
      and o.decided_at = now()
  where n.kind = 'GROUPED' and (s.survey_type <> 'PAID' or s.payment_aggregation <> 'GROUPED'
    or n.currency <> s.currency or n.amount_minor - n.charge_minor <> n.set_size * s.amount_minor
    or case when n.leftover_id is null then n.set_size <> s.aggregation_count
      else n.follows is null and o.id is null or n.set_size >= s.aggregation_count end) $$);

-- law/set_is_whole
-- A set comes whole: one statement writes the payable and its links, to approved responses of its participant.
create or replace trigger set_is_whole after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join (
    select l.payable_id, count(*) as links, count(f.id) as lawful
    from new_rows m join payable_response l on l.payable_id = m.id and l.released_at is null
      left join form f on f.survey_id = l.survey_id and f.id = l.response_id and f.status = 'APPROVED' and not f.is_pilot
        and f.participant_id is not distinct from m.participant_id
        and not exists (select from dropped_response d where d.response_id = f.id)
    group by l.payable_id
  ) r on r.payable_id = n.id
  where n.kind = 'GROUPED' and (r.links is distinct from n.set_size or r.lawful is distinct from n.set_size) $$);

-- law/set_stays_whole
-- Nothing joins a set that is whole.
create or replace trigger set_stays_whole after insert on payable_response referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from (
    select p.id from payable p join payable_response l on l.payable_id = p.id
    where p.kind = 'GROUPED' and p.id in (select payable_id from new_rows)
    group by p.id, p.set_size having count(*) <> p.set_size
  ) s $$);

-- law/statement_is_so
-- Lines come with their statement, and say of our books what these have.
create or replace trigger statement_is_so after insert on statement_line referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join statement s on s.id = n.statement_id
    left join attempt a on a.payable_id = n.payable_id and a.no = n.attempt_no left join funding f on f.id = n.funding_id
  where s.imported_at <> now() or (a.provider, a.currency) <> (s.provider, s.currency)
    or abs(n.ours_minor) not in (0, coalesce(a.amount_minor, f.into_minor, f.from_minor, 0), coalesce(f.from_minor, 0)) $$);
create or replace trigger statement_is_of_treasury after insert on statement
  for each row execute function law('FORBIDDEN', $$ select count(*) from n where not may_fund(n.imported_by) $$);

-- law/step_is_lawful
-- Separation of duties, strict: on one payable and round one person does one of initiate, approve and authorize.
-- No person acts on a payment to their own phone, or without the right.
create or replace function step_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  illegal bigint;
  outdated bigint;
  own bigint;
  changed bigint;
  breaches bigint;
begin
  -- Two people who step at the same moment queue here, and the second sees what the first did.
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    with actor as materialized (
      select id, phone from person where id = any(array(select distinct actor_id from new_rows))
    ), taken as materialized (
      select n.step, p.status, n.round - p.round as rounds, n.facts_hash = p.facts_hash as is_same, count(*) as n,
        count(*) filter (where p.msisdn = actor.phone) as own,
        count(*) filter (where p.phone_from = 'PARTICIPANT' and p.participant_id is not null
          and n.step in ('initiate', 'approve', 'authorize', 'retry')
          and p.msisdn is distinct from (select pays_to from person where id = p.participant_id)) as changed
      from new_rows n left join lateral (select * from payable where id = n.payable_id offset 0) p on true
        left join actor on actor.id = n.actor_id
      where not n.carried group by 1, 2, 3, 4
    )
    select count(*) filter (where m.step is null or t.rounds <> m.next_round::int),
      count(*) filter (where not t.is_same and not (coalesce(m.next_round, false) and t.step in ('reopen', 'correct'))),
      sum(own), sum(changed)
    from taken t left join payable_move m on m.from_status = t.status and m.step = t.step $q$ into illegal, outdated, own, changed;
  perform refuse_payment('ILLEGAL_TRANSITION', illegal);
  perform refuse_payment('STALE_FACTS', outdated);
  perform refuse_payment('SELF_ACTION', own);
  perform refuse_payment('PHONE_CHANGED', changed);
  -- A second signature of a step follows the first, and each is another person's.
  execute $q$
    select count(*) from new_rows n where n.level > 1 and not n.carried and (select s.actor_id from step s
      where s.payable_id = n.payable_id and s.round = n.round and s.step = n.step and s.level = n.level - 1) is null $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- A carried signature is one of the round before, and a person who may do so began the round.
  execute $q$
    select count(*) from new_rows n where n.carried and (n.step not in ('initiate', 'approve')
      or (select s.actor_id = n.actor_id and s.role = n.role and s.facts_hash = n.facts_hash from step s
        where s.payable_id = n.payable_id and s.round = n.round - 1 and s.step = n.step and s.level = n.level) is not true
      or (select count(*) from step s where s.payable_id = n.payable_id and s.round = n.round and s.level = 1
        and s.step in ('retry', 'recall')) <> 1) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- Of another step of the same person only its duty is asked about.
  execute $q$
    select count(*) from new_rows n join payment_step d on d.step = n.step and d.duty is not null where (
      select count(*) from step s where s.payable_id = n.payable_id and s.round = n.round and s.actor_id + 0 = n.actor_id
        and (s.step, s.level) <> (n.step, n.level)
        and (s.step = n.step or (select o.duty from payment_step o where o.step = s.step) <> d.duty)) > 0 $q$ into breaches;
  perform refuse_payment('SELF_ACTION', breaches);
  -- Who lifted a hold signs no step of a duty.
  execute $q$
    select count(*) from desk_act x join new_rows n on n.payable_id = lifted(x.kind, x.key, 1) and n.actor_id = x.person_id
      join payment_step d on d.step = n.step and d.duty is not null
    where x.reason is not null $q$ into breaches;
  perform refuse_payment('SELF_ACTION', breaches);
  execute $q$
    select count(*) from (select distinct actor_id, role, step from new_rows where not carried) n
    where (select count(*) from person a join role r on r.id = a.role_id join role_permission rp on rp.role_id = r.id
        join permission q on q.id = rp.permission_id
      where a.id = n.actor_id and a.status = 'ACTIVE' and r.role = n.role
        and q.name = (select d.permission from payment_step d where d.step = n.step)) = 0 $q$ into breaches;
  perform refuse_payment('FORBIDDEN', breaches);
  return null;
end $$;
create or replace trigger step_is_lawful after insert on step referencing new table as new_rows
  for each statement execute function step_is_lawful();

-- law/step_within_limits
create or replace function step_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  is_daily boolean := exists (select from payment_limit
    where kind = 'ACTOR_DAY' and version = (select max(version) from payment_policy));
  highest bigint := 0;
  together bigint := 0;
  daily bigint := 0;
begin
  if is_daily then
    execute $q$
      select pg_advisory_xact_lock(hashtextextended('payments of ' || actor_id, 0))
      from (select distinct actor_id from new_rows order by actor_id) a $q$;
  end if;
  execute $q$
    with taken as materialized (
      select n.actor_id, n.step, n.role, p.currency, max(p.amount_minor) as highest, sum(p.amount_minor) as amount_minor
      from new_rows n cross join lateral (select currency, amount_minor from payable where id = n.payable_id offset 0) p
      where not n.carried and n.step in ('initiate', 'approve', 'authorize') group by 1, 2, 3, 4
    ), counted as (
      insert into let_through as l (actor_id, step, currency, day, slot, amount_minor, xid, at_once_minor)
      select actor_id, step, currency, (now() at time zone 'UTC')::date, pg_backend_pid() % 16, sum(amount_minor),
        pg_current_xact_id(), sum(amount_minor)
      from taken group by actor_id, step, currency order by actor_id, step, currency
      on conflict (actor_id, step, currency, day, slot) do update set amount_minor = l.amount_minor + excluded.amount_minor,
        at_once_minor = excluded.at_once_minor + case when l.xid = excluded.xid then l.at_once_minor else 0 end, xid = excluded.xid
      returning actor_id, step, currency, at_once_minor
    )
    select count(*) filter (where t.highest > limit_of('PAYMENT', t.currency, t.role)),
      count(*) filter (where c.at_once_minor > limit_of('RUN', t.currency, t.role))
    from taken t join counted c using (actor_id, step, currency) $q$ into highest, together;
  perform refuse_payment('AMOUNT_LIMIT', highest);
  perform refuse_payment('RUN_LIMIT', together);
  if not is_daily then return null; end if;
  execute $q$
    select count(*) from (
      select distinct n.actor_id, n.step, n.role, p.currency
      from new_rows n cross join lateral (select currency from payable where id = n.payable_id offset 0) p where not n.carried
    ) n where limit_of('ACTOR_DAY', n.currency, n.role) < (select sum(l.amount_minor) from let_through l
      where l.actor_id = n.actor_id and l.step = n.step and l.currency = n.currency and l.day = (now() at time zone 'UTC')::date) $q$ into daily;
  perform refuse_payment('DAY_LIMIT', daily);
  return null;
end $$;
create or replace trigger within_limits after insert on step referencing new table as new_rows
  for each statement execute function step_within_limits();

-- law/steps_of_person_are_confirmed
-- Staff who are new, or were suspended, held nothing before.
create or replace function steps_of_person_are_confirmed() returns trigger language plpgsql
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
create or replace trigger steps_of_new_person_are_confirmed before insert on person
  for each row when (new.admin_type = 'ADMIN') execute function steps_of_person_are_confirmed();
create or replace trigger steps_of_person_are_confirmed before update of role_id, status, admin_type on person
  for each row when (new.admin_type = 'ADMIN') execute function steps_of_person_are_confirmed();

-- law/steps_of_role_are_confirmed
-- Payment steps come into force by a confirmed grant alone. What the server itself does is done by the owner of the tables.
create or replace function steps_of_role_are_confirmed() returns trigger language plpgsql
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
create or replace trigger steps_of_role_are_confirmed after insert on role_permission referencing new table as new_rows
  for each statement execute function steps_of_role_are_confirmed();

-- law/stop_is_confirmed
-- A stop ends with the last of its people. A place that two people confirmed is the provider's from then on.
create or replace function stop_is_confirmed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needed int;
begin
  select k.people into needed from payment_stop s join payment_stop_kind k using (kind)
  where s.id = new.stop_id and s.ended_at is null for no key update of s;
  perform refuse_payment('STOP_OVER', (needed is null)::int);
  perform refuse_payment('STOP_BY_HOUSE', (needed = 0)::int);
  perform refuse_payment('FORBIDDEN', (not may_stop(new.person_id))::int);
  update payment_stop set ended_at = now(), ended_by = new.person_id
  where id = new.stop_id and needed <= (select count(*) from payment_stop_confirmation where stop_id = new.stop_id);
  update provider p set address = s.details ->> 'newAddress', account = s.details ->> 'newAccount'
  from payment_stop s
  where s.id = new.stop_id and s.kind = 'ADDRESS' and s.ended_at is not null and p.name = s.provider;
  return null;
end $$;
create or replace trigger stop_is_confirmed after insert on payment_stop_confirmation for each row execute function stop_is_confirmed();

-- law/stop_is_lawful
-- A person begins a stop with the right to, and the app ends none before its people. The owner's functions end one without a cause.
create or replace function stop_is_lawful() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (new.began_by is not null and not may_stop(new.began_by))::int);
    return new;
  end if;
  perform refuse_payment('STOP_OVER', (old.ended_at is not null)::int);
  if current_user = 'canvass_app' then
    perform refuse_payment('STOP_NEEDS_PEOPLE', (select count(*) from payment_stop_kind k where k.kind = old.kind
      and k.people > (select count(*) from payment_stop_confirmation c where c.stop_id = old.id)));
  end if;
  if new.ended_at is not null then new.ended_at := now(); end if;
  return new;
end $$;
create or replace trigger stop_is_lawful before insert or update on payment_stop for each row execute function stop_is_lawful();

-- law/survey_moves
-- A survey moves as `survey_move` lists it. A closed one is left for a reason.
create or replace function survey_moves() returns trigger language plpgsql as $$
declare
  breach text := case when not exists (select from survey_move where from_status = old.status and to_status = new.status)
    then 'survey_moves' when old.status = 'CLOSED' and new.status_reason is null then 'survey_reason' end;
begin
  if breach is not null then
    raise exception 'A survey went from % to %', old.status, new.status using errcode = '23514', constraint = breach, table = 'survey';
  end if;
  new.closed_at := case new.status when 'CLOSED' then now() when 'ARCHIVED' then old.closed_at end;
  return new;
end $$;
create or replace trigger survey_moves before update of status on survey
  for each row when (old.status is distinct from new.status) execute function survey_moves();

-- law/with_plain_text
-- The texts after a plain one was set, which is that of the default language.
create or replace function with_plain_text(texts jsonb, plain text) returns jsonb language sql immutable parallel safe return case
  when plain is null then null
  when plain = first_text(texts) then texts
  else case jsonb_typeof(texts) when 'object' then texts else '{}' end || jsonb_build_object('en', plain) end;

-- law/survey_texts_agree
-- The plain texts and those by language never disagree, whichever of them a statement sets.
create or replace function survey_texts_agree() returns trigger language plpgsql as $$
begin
  if new.texts is not distinct from old.texts then
    new.texts := jsonb_build_object(
      'title', with_plain_text(old.texts -> 'title', new.title),
      'description', with_plain_text(old.texts -> 'description', new.description),
      'summary', with_plain_text(old.texts -> 'summary', new.summary));
  end if;
  new.title := first_text(new.texts -> 'title');
  new.description := first_text(new.texts -> 'description');
  new.summary := first_text(new.texts -> 'summary');
  return new;
end $$;
create or replace trigger survey_texts_agree before insert or update of texts, title, description, summary on survey
  for each row execute function survey_texts_agree();

-- law/survey_version_exists
-- A foreign key cannot say it: a version has a row for each of its revisions.
create or replace function survey_version_exists() returns trigger language plpgsql as $$
begin
  if new.current_version is not null and not exists (
    select from survey_version where survey_id = new.id and number = new.current_version) then
    raise foreign_key_violation using message = 'There is no such version', constraint = 'survey_current_version_fkey';
  end if;
  return null;
end $$;
create constraint trigger survey_current_version after insert or update of current_version on survey
  for each row execute function survey_version_exists();

-- law/survey_version_is_final
create or replace function survey_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'A published version is never changed' using errcode = '42501';
end $$;
create or replace trigger survey_version_is_final before update of survey_id, number, revision, content, checksum on survey_version
  for each row execute function survey_version_is_final();

-- law/take_turn
-- The lock, or 55P03 at once: calls that wait for one another wait without a connection (db/transaction.ts).
create or replace function take_turn(key bigint) returns void language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock(key) then
    raise exception 'Another has the turn' using errcode = 'lock_not_available';
  end if;
end $$;

-- law/take_unit_tree
-- A writer of units takes the tree before any unit. A move writes every unit below the moved one: in the other order two
-- writers would wait for each other.
create or replace function take_unit_tree() returns void language sql security definer set search_path = public, pg_temp
  as 'select from administrative_tree for update';

-- law/tell_webhooks
-- Tells each receiver what it wants to hear, in the transaction of what happened. The query of a trigger has the events.
create or replace function tell_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  if exists (select from webhook) then
    execute concat('insert into webhook_delivery (webhook_id, event, subject_id, about)
      select w.id, e.event, e.id, e.about from (', tg_argv[0], ') e (event, id, survey_id, about)
      join webhook w on e.event = any(w.events) and (w.survey_ids is null or e.survey_id = any(w.survey_ids)) order by e.id') using new;
  end if;
  return null;
end $$;
create or replace trigger tell_received after insert on form referencing new table as n for each statement execute function tell_webhooks('select ''response.received'',
  id, survey_id, jsonb_build_object(''surveyId'', survey_id, ''responseId'', id, ''status'', status, ''version'', row_version) from n where status = ''RECEIVED'' and not is_pilot');
create or replace trigger tell_moved after update on form referencing old table as o new table as n for each statement execute function tell_webhooks('select
  case n.status when ''HAS_ISSUES'' then ''response.returned'' when ''RECEIVED'' then ''response.reopened'' when ''IN_REVIEW'' then ''response.reopened'' else ''response.'' || lower(n.status) end,
  id, survey_id, jsonb_build_object(''surveyId'', survey_id, ''responseId'', id, ''status'', n.status, ''version'', n.row_version) from n join o using (survey_id, id)
  where not n.is_pilot and (n.status <> o.status or n.status = ''EDITED'' and n.row_version > o.row_version)
    and (n.status not in (''RECEIVED'', ''IN_REVIEW'') or o.status in (''HAS_ISSUES'', ''APPROVED'', ''REJECTED''))');
create or replace trigger tell_life after update of status on survey for each row when (old.status <> new.status and new.status in ('PUBLISHED', 'CLOSED')) execute function
  tell_webhooks('select ''survey.'' || lower($1.status), $1.id, $1.id, jsonb_build_object(''surveyId'', $1.id, ''encodedId'', $1.encoded_id, ''status'', $1.status)');
create or replace trigger tell_outcome after update on payable referencing old table as o new table as n for each statement execute function tell_webhooks('select
  case n.status when ''FAILED'' then ''payment.failed'' else ''payment.paid'' end, id, n.survey_id, jsonb_build_object(''surveyId'', n.survey_id, ''paymentId'', id, ''status'', n.status,
  ''version'', n.version) from n join o using (id) where n.status in (''SUCCESSFUL'', ''FAILED'') and o.status not in (n.status, ''REVERSING'')');
create or replace trigger tell_incident after insert on incident for each row execute function tell_webhooks('select ''payment.incident'', p.id, p.survey_id,
  jsonb_build_object(''surveyId'', p.survey_id, ''paymentId'', p.id, ''kind'', $1.kind) from payable p where p.id = $1.payable_id');
create or replace trigger tell_done after update of state on job for each row when (new.state = 'DONE' and old.state <> 'DONE')
  execute function tell_webhooks('select ''job.done'', $1.id, null::bigint, jsonb_build_object(''jobId'', $1.id, ''kind'', $1.kind)');

-- law/transfer_is_funded
-- No person books money in alone: a transfer is the whole of a side of a request that was confirmed in its own transaction.
create or replace trigger transfer_is_funded after insert on transfer
  for each row when (new.funding_id is not null) execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join account c on c.id = n.credit_account join account d on d.id = n.debit_account
  where not exists (select from funding f where f.id = n.funding_id and f.status = 'CONFIRMED' and f.decided_at = now()
    and case d.kind when 'FLOAT' then (f.counter, f.into_provider, f.into_currency, f.into_minor) = (c.kind, d.provider, n.currency, n.amount_minor)
      else (f.counter, f.from_provider, f.from_currency, f.from_minor) = (d.kind, c.provider, n.currency, n.amount_minor) end) $$);

-- law/try_is_reserved
-- The next try has its money before anything of it can be sent.
create constraint trigger try_is_reserved after insert on attempt deferrable initially deferred
  for each row when (new.no > 1) execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join attempt a on a.id = n.id
  where a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and not exists (select from transfer t
    where t.payable_id = a.payable_id and t.kind = 'reserve' and t.attempt_no = a.no) $$);

-- law/try_names
-- The names of the next tries of payments.
create or replace function try_names(payables bigint[]) returns table (payable_id bigint, client_ref uuid) language sql stable security definer
set search_path = public, pg_temp as $$
  select p.id, try_name(t.thing, t.tries + 1, p.msisdn, p.amount_minor, p.currency, p.provider)
  from tries_of(payables) t join payable p on p.id = t.payable_id $$;

-- law/tryout_is_over
create or replace function tryout_is_over() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (not is_tryout(new.provider) or old.status = 'SUCCESSFUL'
    and not exists (select from transfer t where t.payable_id = new.id and t.kind = 'tryout'))::int);
  return null;
end $$;
create or replace trigger tryout_is_over after update on payable for each row
  when (old.status in ('SUCCESSFUL', 'FAILED', 'REJECTED') and new.status = 'CANCELLED') execute function tryout_is_over();

-- law/written_otherwise
create or replace function written_otherwise() returns trigger language plpgsql as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1);
  return new;
end $$;
-- A moment that the app writes is that of its transaction.
create or replace trigger moment_is_now before update on payment_run for each row
  when (current_user = 'canvass_app' and new.stopped_at is distinct from old.stopped_at and new.stopped_at is distinct from now())
  execute function written_otherwise();
create or replace trigger moment_is_now before update on attempt for each row
  when (current_user = 'canvass_app' and (new.sent_at is distinct from old.sent_at and new.sent_at is distinct from now()
    or new.final_at is distinct from old.final_at and new.final_at is distinct from now()))
  execute function written_otherwise();
-- Each sending counts, and only a sending that the provider turned away is called so.
create or replace trigger attempt_counts before update on attempt for each row
  when (new.fence < old.fence
    or new.sends <> old.sends + ((old.state, new.state) = ('QUEUED', 'SENDING'))::int
    or new.turned_away <> old.turned_away and ((old.state, new.state) <> ('SENDING', 'QUEUED') or new.turned_away <> old.turned_away + 1))
  execute function written_otherwise();
-- Only people settle what the provider stated unlike the order, but for play money of a try-out that ends. A failure may still turn out to be paid as ordered.
create or replace trigger attempt_stated before update on attempt for each row
  when (old.paid_minor is not null and old.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and not new.resolved and not is_tryout(old.provider)
    and (old.state, old.paid_minor, old.paid_currency, old.paid_msisdn)
      is distinct from (new.state, new.paid_minor, new.paid_currency, new.paid_msisdn))
  execute function written_otherwise();
-- The worker waits for some minutes or a day. What it leaves to people has a reason.
create or replace trigger attempt_waits before update on attempt for each row
  when (current_user = 'canvass_app' and new.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    and new.next_at is distinct from old.next_at and not (new.next_at <= now() + interval '7 days' or new.next_at = 'infinity' and new.reason is not null))
  execute function written_otherwise();
-- What has ended is never written again.
create or replace trigger payable_final before update on payable for each row
  when (old.status in ('SUCCESSFUL', 'REJECTED', 'CANCELLED', 'REVERSED') and old.status = new.status and old.* is distinct from new.*)
  execute function written_otherwise();

-- law/counts/count_form
-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_form() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into survey_counter as c (survey_id, survey_version, status, day, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, (r.submitted_at at time zone 'UTC')::date, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 order by 1, 2, 3, 4, 5
    on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_total as c (survey_id, survey_version, status, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4 having sum(r.way) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_flag_counter as c (survey_id, is_pilot, flag, slot, n)
    select r.survey_id, r.is_pilot, flag, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r , unnest(r.flags) flag where r.status <> 'DRAFT'
    group by 1, 2, 3 having sum(r.way) <> 0 order by 1, 2, 3
    on conflict (survey_id, is_pilot, flag, slot) do update set n = c.n + excluded.n;
  else
    insert into survey_counter as c (survey_id, survey_version, status, day, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, (r.submitted_at at time zone 'UTC')::date, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 order by 1, 2, 3, 4, 5
    on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_total as c (survey_id, survey_version, status, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4 having sum(r.way) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_flag_counter as c (survey_id, is_pilot, flag, slot, n)
    select r.survey_id, r.is_pilot, flag, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r , unnest(r.flags) flag where r.status <> 'DRAFT'
    group by 1, 2, 3 having sum(r.way) <> 0 order by 1, 2, 3
    on conflict (survey_id, is_pilot, flag, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on form referencing new table as changed for each statement execute function count_form();
create or replace trigger count_update after update on form referencing old table as before new table as after for each statement execute function count_form();
create or replace trigger count_delete after delete on form referencing old table as changed for each statement execute function count_form();

-- law/counts/count_payable
-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_payable() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into payable_counter as c (survey_id, status, currency, slot, n, amount_minor)
    select r.survey_id, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1, 2, 3 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3
    on conflict (survey_id, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
    insert into payable_day as c (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select (r.created_at at time zone 'UTC')::date, r.survey_id, r.provider, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
    execute $q$
    insert into signer_counter as c (actor_id, survey_id, status, currency, slot, n, amount_minor)
    select s.actor_id, r.survey_id, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select 1 as way, * from after union all select -1, * from before) r cross join lateral (select s.actor_id from step s where s.payable_id = r.id and s.round = r.round
        and s.step = any(case r.status when 'INITIATED' then array(select step from payment_step where duty = 'initiate')
          else array(select step from payment_step where duty in ('initiate', 'approve')) end) group by s.actor_id) s where r.status in ('INITIATED', 'APPROVED')
    group by 1, 2, 3, 4 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3, 4
    on conflict (actor_id, survey_id, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor
    $q$;
  else
    insert into payable_counter as c (survey_id, status, currency, slot, n, amount_minor)
    select r.survey_id, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select way, * from changed) r
    group by 1, 2, 3 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3
    on conflict (survey_id, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
    insert into payable_day as c (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select (r.created_at at time zone 'UTC')::date, r.survey_id, r.provider, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select way, * from changed) r
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on payable referencing new table as changed for each statement execute function count_payable();
create or replace trigger count_update after update on payable referencing old table as before new table as after for each statement execute function count_payable();
create or replace trigger count_delete after delete on payable referencing old table as changed for each statement execute function count_payable();

-- law/counts/count_person
-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_person() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into row_counter as c (name, slot, n)
    select 'person:' || r.admin_type || ':' || r.status, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1 having sum(r.way) <> 0 order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n;
    insert into name_beginning as c (beginning, slot, starting, other)
    select b.beginning, pg_backend_pid() % 16, sum(r.way * b.starting), sum(r.way * b.other)
    from (select 1 as way, * from after union all select -1, * from before) r , beginnings(r.name_words) b where r.admin_type = 'PARTICIPANT'
    group by 1 having sum(r.way * b.starting) <> 0 or sum(r.way * b.other) <> 0 order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other;
  else
    insert into row_counter as c (name, slot, n)
    select 'person:' || r.admin_type || ':' || r.status, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r
    group by 1 having sum(r.way) <> 0 order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n;
    insert into name_beginning as c (beginning, slot, starting, other)
    select b.beginning, pg_backend_pid() % 16, sum(r.way * b.starting), sum(r.way * b.other)
    from (select way, * from changed) r , beginnings(r.name_words) b where r.admin_type = 'PARTICIPANT'
    group by 1 having sum(r.way * b.starting) <> 0 or sum(r.way * b.other) <> 0 order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on person referencing new table as changed for each statement execute function count_person();
create or replace trigger count_update after update on person referencing old table as before new table as after for each statement execute function count_person();
create or replace trigger count_delete after delete on person referencing old table as changed for each statement execute function count_person();

-- law/counts/count_task
-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_task() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into task_counter as c (survey_id, status, slot, n)
    select r.survey_id, r.status, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1, 2 having sum(r.way) <> 0 order by 1, 2
    on conflict (survey_id, status, slot) do update set n = c.n + excluded.n;
  else
    insert into task_counter as c (survey_id, status, slot, n)
    select r.survey_id, r.status, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r
    group by 1, 2 having sum(r.way) <> 0 order by 1, 2
    on conflict (survey_id, status, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on task referencing new table as changed for each statement execute function count_task();
create or replace trigger count_update after update on task referencing old table as before new table as after for each statement execute function count_task();
create or replace trigger count_delete after delete on task referencing old table as changed for each statement execute function count_task();

-- law/counts/count_transfer
-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_transfer() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
    execute $q$
    insert into account_day as c (account_id, day, debits, credits, debit_lines, credit_lines)
    select side.id, (r.at at time zone 'UTC')::date, sum(r.way * side.debits), sum(r.way * side.credits), sum(r.way * side.debit_lines), sum(r.way * side.credit_lines)
    from (select 1 as way, * from changed) r cross join lateral (values (r.debit_account, r.amount_minor, 0, 1, 0), (r.credit_account, 0, r.amount_minor, 0, 1))
        side (id, debits, credits, debit_lines, credit_lines)
    group by 1, 2 having (sum(r.way * side.debits) <> 0 or sum(r.way * side.credits) <> 0 or sum(r.way * side.debit_lines) <> 0 or sum(r.way * side.credit_lines) <> 0) and (select a.batch_id from account a where a.id = side.id) is null order by 1, 2
    on conflict (account_id, day) do update set debits = c.debits + excluded.debits, credits = c.credits + excluded.credits, debit_lines = c.debit_lines + excluded.debit_lines, credit_lines = c.credit_lines + excluded.credit_lines
    $q$;
  return null;
end $$;
create or replace trigger count_insert after insert on transfer referencing new table as changed for each statement execute function count_transfer();

-- law/counts/fold_payable_day
-- Written by `npm run schema` from records/kept-counts.ts. Says how many rows it took; those that others hold wait for the next time.
create or replace function fold_payable_day(at_once int) returns int language sql security definer set search_path = public, pg_temp as $$
  with past as (
    select day, survey_id, provider, status, currency, slot from payable_day where slot <> 0 and day < current_date - 1 limit at_once for update skip locked
  ), gone as (
    delete from payable_day c using past where (c.day, c.survey_id, c.provider, c.status, c.currency, c.slot) = (past.day, past.survey_id, past.provider, past.status, past.currency, past.slot) returning c.*
  ), folded as (
    insert into payable_day as c (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select day, survey_id, provider, status, currency, 0, sum(n), sum(amount_minor) from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor
  )
  select count(*)::int from gone
$$;
revoke execute on function fold_payable_day from public;
grant execute on function fold_payable_day to canvass_app;

-- law/counts/fold_survey_counter
-- Written by `npm run schema` from records/kept-counts.ts. Says how many rows it took; those that others hold wait for the next time.
create or replace function fold_survey_counter(at_once int) returns int language sql security definer set search_path = public, pg_temp as $$
  with past as (
    select survey_id, survey_version, status, day, is_pilot, slot from survey_counter where slot <> 0 and day < current_date - 1 limit at_once for update skip locked
  ), gone as (
    delete from survey_counter c using past where (c.survey_id, c.survey_version, c.status, c.day, c.is_pilot, c.slot) = (past.survey_id, past.survey_version, past.status, past.day, past.is_pilot, past.slot) returning c.*
  ), folded as (
    insert into survey_counter as c (survey_id, survey_version, status, day, is_pilot, slot, n)
    select survey_id, survey_version, status, day, is_pilot, 0, sum(n) from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = c.n + excluded.n
  )
  select count(*)::int from gone
$$;
revoke execute on function fold_survey_counter from public;
grant execute on function fold_survey_counter to canvass_app;

insert into schema_file (name, sha256) values
('base/0.2.0', ''),
('schema/01_house', '6e98e696a56802b5f54c99d7adb05e95f1231a5f17be83e59a94b0960b6b25a1'),
('schema/02_trail', '97afc527b5e244a84d2e0b31a0137cdea397452e6ddae8c38c4b7f4903208220'),
('schema/03_places', '91f3b775773715cf5aab37c58d15d24258cf9019db31d59a0871820f9a7f0641'),
('schema/04_people', '038cbadf5d00e8f33576fed4621382efb7412072f64e570790515f99f3f4f831'),
('schema/05_files', '94f4b8db0e63ce9bc4b47c470f7be9211456fbd446deb94a9c639970434eb873'),
('schema/06_reference', '40d3e67fe54930854b19a9e4a058bf182fdcd68bd1e2d9026e748f22f0add71e'),
('schema/07_jobs', 'ccf1daef617f6d2e90c0fcb45ac538f94c470070edd449df47c62e86b8efdadf'),
('schema/08_surveys', 'cc81aaa4ab1e74914380bfd02021592954cda3b396783e7c236596e2e865e119'),
('schema/09_responses', '92298b5ce039d0a8dd6bf67f0860f44a9898b946f2c3329206fce714842dd4fa'),
('schema/10_answers', 'b6aed09eec9dbffc02cb7b0f2e2db259b5a71c478e5c0311656dad8db2b44a5d'),
('schema/11_counts', 'c7ff01f5b7a1a7ce166d5d1b9cd1d14cc76dec31cf524a577cf8fb186fc1864f'),
('schema/12_payments', '340549fca65c6e0678ca46d099ea05b8bfd3a98be08610c6de9d91e5677e4a6a'),
('schema/13_limits', 'ddc0720ed6acf55e6ecb6a932c0a686f2d8eed785b01ebe7b4b3bb22cdb8762c'),
('schema/14_books', '3a5ddf8276d5ab47681850b3714141ecdc0101d9dcab968be7d3447eb4e854ee'),
('schema/15_statements', '5a64bacc17de902570dfdfd7eb5fbb6c8784d134f1ee8585b48f3f5875c287ce'),
('schema/16_payment_files', 'cf4931c7a2bf939efc879f5191e85c143fed1edab36acdc33ca47bf6d99bf00e'),
('schema/17_desk', '8487f0377e26f43bfb50115ce2a2c669eba92072c95248fd51eac13ab4813a05'),
('schema/18_webhooks', '2172ccfb2db48835945e8c092f29a4918933c4882bd26786269c4539e3476509'),
('schema/19_erasure', '122802b4e4419ef96799349ddc400d3f03c0b110e3e3b6a83af8c975bed7a800'),
('law/rights_key', 'ea8bfafcc9c1261f8a8be76f6eb205c87e4e35a337c135de6044f93238102413'),
('law/session_actor', '0380550422343367fefef5c39cc6154bc61cba5d1db6663ccf1c8a4eb2860a34'),
('law/admit', 'b1330f2a891838733684778369a20adc088ef709f88fbf89a4646d78de803fb7'),
('law/approvals_needed', '51de8207efb98c434ecbff8599fc304538ef632bd2423f46d6cc1530f17ad490'),
('law/erasing', '4ecb73c81f58bfde78a7a9d003e26de4fb07bbb6cb9f42e86bb04c135c46cdca'),
('law/refuse_payment', 'adaae0d62380c143c7b3f2ce527a10d257e4c8724b9ecdb9373bfdf8459ab6af'),
('law/approved_by_enough', 'c7d7ce077fbdd20e5d9ad985e7ec6fc8f3352edbea0a9ac22b414b60c8606478'),
('law/asked_before', '50b127db33a2356c7c1bc3d49e4bad813b0732459b3e8501f456feaa55ac9d46'),
('law/asking_stopped', 'e485636dade4b983c172d5af8f15523e7739606850ae41036cd0cdd0e2cfb7b7'),
('law/law', 'b12f24c07c731a06fe79eb381770cef553f175ec210bfe02f28373000fafe1ab'),
('law/attempt_final', 'f4e8f268102fb09a37ca41c8ec81590c448b836f8ea47ca8c52dde3bae802c53'),
('law/attempt_goes_by_file', 'e3f39d1e060a007c5320ae9bfb69ca552312c8cc5139c86482cc1a81ea81b690'),
('law/is_own_fault', '562fef8b6091a8c8064ecff1bb0645ec3500274b3079e73ee2519e9dd7eb36d2'),
('law/follows_own_fault', 'c1ffda65070166d2960c049581a69058bca3fa0910221f765aef0c995601b6e3'),
('law/attempt_is_lawful', 'ef96a3476c768fff5d3d68ea24c5f85c56d734ce2a24b275c946a7fa2a6b508c'),
('law/tries_of', '77e5bfddcadbadf266bb6bb7738f7a79dd74e26ba9e28694dd77f3152fe2e403'),
('law/house_uuid', '1c74249d14fa494af0cdc9667114ed30e3037449b28322c580da0d7f78337575'),
('law/try_name', '8eb06fc6cf6aa27ac07937370fd22eb1cfb59c6604767ac91a737f7b5d0d8e05'),
('law/attempt_is_named', '79d625bbded5a1f6f653dc8f096825b705b2ff9d7066b539097443d8ee0a6cc0'),
('law/attempt_is_recalled', 'ba5c9606d88b48e5ff853cc71d6d08eb12fd253c6f42528bd3f7aa6e9f175ab1'),
('law/found_by_two', '9176e316e0e30e29d75e24b1d0b8578758a795a43f0afe789357bf4b9cf3a309'),
('law/is_unclear', '917e2b0acb1365029eb9047a048c6415558570b969710c9b89a33118cccc64dd'),
('law/attempt_is_resolved', '966f49f74743883efeaf76229c304b69f0beaa83e2ee1c504737f9cbe02894a4'),
('law/attempt_is_stated', '1c3e4f87e6a51077d705543505d997603f36cdd037e290ab4b6e9ab7bb05ce01'),
('law/attempt_moves', '42e63b2541b7dd52f910463718d79cadfb05fee681a78d474dd79c0ac4bb6e92'),
('law/limit_at', '67772306ef65cbfaabd5d98a2615f7aaa0239b21ac799070023ccb4d82dd98ba'),
('law/limit_of', '5b498d4cf2dcba4574bf90bcb06c9f5f1a060ca9a2ef91579426865fc1a165fa'),
('law/attempt_within_limits', '60e48934db4112555458912d33a0e882ecf2be6e6df80d24bdbfb5c075751072'),
('law/audit_text', 'f9de5d84f60a85c5fc2b275b530821a33992e201658af93cc839972f6adc336c'),
('law/beginnings', '93424ccef079b7ec2c37bc4b68ac29eb5fa6d3e0f76dd5f38cd88aedc40ea1c8'),
('law/book_transfers', '0bfe022b24f80b014cf66abfcc1ed671a466d43b37da6a7301717c8b7ff9fe32'),
('law/is_confirmed', '6e04157e1df072733f09d9e94fb17642df6d0dad5ca9a109e751ac7fc2a2f0cc'),
('law/holds', 'eb97352d07f2a472b7a5ccdc5156fb751a150161ed01b744593b12a42351919b'),
('law/may_limit', 'feee6e996ee0f504af80f89736800a53f800acbb161e8e06156f18d99eaf4380'),
('law/budget_is_lawful', '93c1752331b78d68d15ab1bb409554815346a7e019be29892068962278f6b0ce'),
('law/carried_step_keeps_moment', 'c79057e0c5fa2550e77476adc9083be5c0a6ebd748ea2643971b7dcc98ce5829'),
('law/provider_for', '55f05570dbbfb08499687fd1b95f7c0f6b664ab872ff8c2a8ca8b4c121586eee'),
('law/paying_provider', '11c25008b72084897921025e3483357f9492f76a557d0408c0d3c68ae7e44d66'),
('law/charge_of', '87be9d1328b02d069ebd39754d7add26c461e67f72e9798a596f0170dac3558e'),
('law/choice_is_made', 'a2dafddbfd804cd4cbb89ca3370619ff7a06f23236d65478152127fc10b18817'),
('law/close_run', 'daf4cc2f5603d53c4d54eeb93c712914d95dd1d7e1e6f07aa6f00844cdadf4a6'),
('law/continue_unit_path', '6125cd275edf81e7340008965ab168b077dd9b1b38f2079632dae7b120125bf3'),
('law/database_is_known', 'ebc90402dbc1bc86e9aa263fc000e12f037646728a1ee7172bf375309a64b96c'),
('law/may_fund', 'a45eea7bc4ef13607ddfeb2afcde855aa5521824a19cacfbca009d798be52301'),
('law/day_is_open', '3cccd7737d1a67cf3bc2bbffd1c1239f6011756fae7c68d383a773ede7101ca4'),
('law/may_stop', '300475516482eb2eaae483541b06b8d4cf53b2c9cde12b9657e6574f0dad2fa1'),
('law/desk_act_is_lawful', '46f03e8b09b0e9f893fad1a44987fcd9d00d4a78c3b397e03e2d480f03286058'),
('law/is_other_payee', 'fb3c92734854a48e951dcb3375b51474f1c6fc415b2e94fca4ba0abcb4b7cc9d'),
('law/is_pair_lifted', 'bf0d2c354a42f19a153a46eb2362e71ea0cc552188e41d611201616283b29441'),
('law/name_check', '0d3f73429cae01621e172d5142d881b139dc84e76745d894dd86d14754607ab1'),
('law/paid_before_of', 'e1f030bbbafd4a460a09fa2099b95ec8bb9bd29379788b185d327820d85b7606'),
('law/same_payee_of', '4445578596b018ea295101e064536b5be3946be4c47dc01e58316e4a494ea94f'),
('law/doubt_about', 'f6db10d5657311a629e4d91513562245abaf7b194760208e3af5c54afd894a26'),
('law/doubt_payables', '2536ccde295b0181591c376fd9b29ac1a8cb5385b3463104a2140c97c36e92f4'),
('law/paid_in_run', '3c4cf1db1b0b3b8742f2213c983ea5d6ecc200e42beceabf0fec0e2818272986'),
('law/draw_sample', '56fb639e8932139b39d6d50230fc51a9dd1e931d10dc5f9e78172acbdd8c33d5'),
('law/drop_is_lawful', 'b6c5e9aa3043918488b75dd291003a5dc086ea5c7ec0d884e77f5f2b83b909f3'),
('law/duties_are_apart', '7237e76c851b17fe0d227021361ed80c4aa4271a050c660ce7c48a994c6a1531'),
('law/signed_facts', '3f7b0a9c3ce28ec723fde3d95635ce53d88941267621d42316c5e3c74f45f99e'),
('law/signed_entry', '4c2bbcbbaf1d3731114b26c3c5603b08de0cd245120cf73f3b4fd37be9fe077a'),
('law/signed_responses', '0e2a1b3420c0565fd1f6288e625df03bc57beb462f39660280def9f272e621b8'),
('law/entry_is_signed', '3fe447823bc89c1ee5d565d5ba3346b6246d3b778886f4d5b7ecca61cbecdf93'),
('law/erasure_due', '28a26d2cd6effc33f0d22b784eb1f66118596979fd0ed78dcffa67a6276b16c4'),
('law/without_words', '58f039e083345af2e4760b3978fcb07540e02501cf18b385ce7d45fb4bef3d92'),
('law/erase_kept', 'afddae29f13ae96959e542dc139b5786e7925da9cbb448754d07f4a6932bd4b0'),
('law/finding_is_lawful', 'd37c59c732d10d3e26b249200ddd02340d0e877a5b6f9ce3df687829bcf69112'),
('law/first_text', '8a118eb960fff013eab91d974dc7e7377e1098d1fb47061ee00465d59ef5f9c1'),
('law/follow_moved_units', 'e2ea5820e54b2325eab7d5bf8b94eec055881f0b55785ec870aaf3975ba3534c'),
('law/forget_answers', '19bd02dd3a5adeee0a671a1266565ee5c7359c4eea40a54f7caee94cf74b1d23'),
('law/funding_is_booked', '67c38a812493511463dc2d80ad04c08d0d5785811a6ad077a20780659a418258'),
('law/funding_is_lawful', '70d510b8b0a67927cbdd52374f5e18f8a13e4a80e27e09da19eef34d4f8597b6'),
('law/give_site_code', '05e5f7b10f8ea619e9ac9db112515ddcf9687f00317eebe51bd207759ff14245'),
('law/same_hands', 'f1aa3d7616453b922b3306d5042057f0b35509db9c1dc4b7e7697e4badf9445c'),
('law/grant_is_confirmed_by_another', 'bc37e547fdfec95603db9a0d9f526a7670c55eb4171e3ffa5f2d083192128464'),
('law/has_paid', '4549fbe14b28a5166a8dd4be7806f00e3d1ec0051102647f062ac459e3c27b1b'),
('law/held_payable_stays', 'e5fac8bf343e635bcf9fda4b2bc596219b4c9d0534c816d58e9993d7acc7279b'),
('law/hold_is_used', '3cf08c801de239be7e651b3396d0e30b4c057c0a75c4605dac7740c449c50024'),
('law/hold_unit_tree', '07456db6d25174b2814cac0806117f062bf23b2c51126b3043a1afa111665183'),
('law/house_print', '88273aef6664067d473f1295124cbb278f42f0573315a5e7c22906984f5650c2'),
('law/incident_is_so', '40cc56523dfdc34f0e1a227d3d18673acd638c8a2099e0ab7552d23977d5ad8f'),
('law/is_settled', 'ea843c67a893b00bdd36b74ae77e3854f589b47c3ea239bd1e983e1ae5466c05'),
('law/is_paid_twice', '7763ffdc5bd96291b3612996f268d12e5a10a669c2c7d773faff43ba4afa6e42'),
('law/is_tryout', 'b03059f21efd33078eac177026f76bf8a5c64af77ab2210d59ce3bc6538aea3b'),
('law/keep_run', 'ff88b32b96b951f32570d0e010cc7f61bd4749600a3cd20402f646a24a534968'),
('law/keep_text_version', 'c94e0a3981919078fc16c2b4015b97eb134c1d6d5c6e1f9368100149352a31cb'),
('law/limit_change_is_lawful', 'ce1b7e45d3869fda5ce6577d7c7ff29509569de21fc80d9af36853a9b2f172c7'),
('law/limit_is_of_now', '3b3e1163c96724be1a2b180ee7ec412f416228d14e39f6a1c6fb6415f04e77ad'),
('law/link_is_lawful', '34801d1a38f7425210d03e9a7bbb144d085ef0e64e439f846dee6107f8d74a77'),
('law/loosens', '6afe6b9495a11f7d830e98585c7bdd653e62285be9121b2533c0109f27e3bdc9'),
('law/mail_is_for_staff', '823cab34cd7cc317bfdec76ab8ab15933327e5d96aea4787f915632d3f700966'),
('law/manual_is_entered', 'c0f9ee0dd30a843fd3bc73343433f71e83b7222670200ade444ffebbf266fbd3'),
('law/meet_provider', 'a7c36a6b556e09de13cb2fc8c8a0295cb50f01f049ccbc94cd41a489409a77ae'),
('law/meets_payee_before', '38a1a88f82535446c0f67d1454b6e46428bd005199d02397da13c58a5b524263'),
('law/money_comes_back', 'f9d85ac8798b0716654634369e9a1329549b3f354094eac8143e72e63737110b'),
('law/move_is_listed', '60d3dba13799e4984aad25945f28e8d5e0e771943ae75f83a114b71220518ae0'),
('law/move_is_signed', 'aff3d681380f80fc8951877b17f0da87f1835bada83f81fb421f6edce2b98508'),
('law/move_keeps_facts', 'dac1a984cd708ebc325fee502270eb8dabaca4ee9dfbaa78c943a8e485ffcd46'),
('law/move_needs_approval', '7bdc6ba8765e4b43cd2ac85532abc2f6fcb206f3d64df0eb1a7f14286518e9b4'),
('law/move_shows_money', '2d77dac292b7974290a25b6249931a470f483b530890cda63034889a2ce15fe2'),
('law/move_undone_by_two', 'ee2cc806b5b7c6457a608f3a1e4d1b5bbf3504d7c88141ee4c8aedb016831451'),
('law/names_with', 'ba1c7b666b16509a38dc8a7661860bd7f0aa6cd3c201d2b50061c7efa25fb4f2'),
('law/note_form_change', 'b8ca841308c521b4a83a204b17b9ba3b1599b6d0561668293b694562f2b90ad9'),
('law/note_giver', '94181adbb44921a9e4620ccf51a9e61de34f2831a44cc37c9165ffe60c785d32'),
('law/stop_restored', '6ecbdd9eb8e68eeff59ca7c00e6c9dc96a057549ca937eca066d84b5ff600dfd'),
('law/note_life', '9674baeabc628f1c20f078675c3d1bb6369d0862e3998d4db71e47591ecaa80e'),
('law/note_payee_phones', '934ead028a2c7ceafe7bf7111a2ca29915e24b458e06c8cf2cdf3baa1809bc49'),
('law/note_task_site', '665ead7ed30573607fe170592b0ede576c24ffca7a48c736863c937a065c22ab'),
('law/own_provider', '9812d95399cf4faeb1c6b31dc752c3b2318e07e22930269552d7e31be0081649'),
('law/paid_before_is_lawful', 'bf28fee8b4da23507d642f3543af86278aa17ff5d4b25d875507482b69a83108'),
('law/password_links_end', '11c0f3f37dd3552111e7e942b799edaebbc92dc90dadaa5aad04932f504a23fe'),
('law/pay_rule_stays', 'ff4b33bfe91f1f58a7ca584164901e6c24710e152f860c38a759151386d9bffb'),
('law/payable_begins_unsigned', '229c3143abcaf0380329a06eeaeb20d9c9681e11d5592157b6b81ecdda287628'),
('law/payable_changes_now', 'a0a2decccdc4e51db93cca6f43d80c3e7542a2a9c9f99b993d00d75862f8cc00'),
('law/phone_reach', '22966bdbc2f368007d63787eb64b9ef3a03b2af4e94f7b672942008b3fe9d85f'),
('law/payable_finds_provider', 'a3e5f8d10364bc9a7ceb5b226d9033927a12c1f8b3bc7d6779e6907dffcbdbd5'),
('law/payable_follows', 'cc2bc1aa23da27dae7afe4297cebb346c8478c11a1aaa18331fdb3c0240a2ef8'),
('law/payable_is_owed', '3ca2ce4c2792f15f0f2021e99394f3d85bb2de92fcc324d4fec795a127abfd27'),
('law/payable_within_budget', 'd7d3379c0326b82fa83a30efeb843b957095ab48ef6e2c5df9b2e6e8a872feb8'),
('law/payables_follow', 'e461e23474bd9ea237c9969607fbcf8a32e518f562b13855223e6bd42f2e2642'),
('law/payables_follow_providers', '87b8ba7c5eb897eac3bddb5725a14ccd78128546c3e01655456b49b3d18ead40'),
('law/sending_stopped', '1796687db6f1ee11a03a7bfbe2ad815d74f771596cd8740fa780dae4641be381'),
('law/payment_file_act_is_lawful', '18428500375e8c4d4b4148e5feb806f5c5b377864e9ae6f60a4f95213956f3dd'),
('law/payment_file_is_asked', 'f8568782d7d1a065289e3b2a6a2745d557a06f60670b9ddd65f5da0501e4fa68'),
('law/payment_is_idle', 'bf220fb6adc39fd217e7a3ee20530aa0c1a8dcd6e55dbe5650f6c228b48ff7fa'),
('law/payment_result_is_lawful', '08a1a63d0365bc77af2a4b2b54681f57445b32be30cbb1cd9ddccc6d893c9b08'),
('law/person_stays_the_same', '863ff70d1e53ad4cb4d2f85f23fd5783a4718b1e5fa4c61766d98794157e2ed1'),
('law/play_money_comes_back', '1254f6a3e1852c765525e1e7c408c9d87b78ccb0cc3ed66886547df5cde143ba'),
('law/policy_is_lawful', 'c35bf8a238f56d048a6a00588a62181bd01cb0010fa96d30b666c406abd5f3f6'),
('law/program_has_tokens_alone', 'cbf086518f69e7abd19ee8c3323fbc74716a14ab2a2765f9b1bc2e7a608c5863'),
('law/provider_of_settings_stays', '6d38a2c8c29959f6213bce8e8809a4b6bcfd8d1efb78e9f97f271467a1cea92f'),
('law/release_responses', '69c701199c9303034efc75e27360d895b7910ed87bb3507534f8b88b4c1f0953'),
('law/remove_private_views', '260f9d2950b07666dc65b2f38543f9101101a877e286406ef3238bcd66bc9194'),
('law/reopen_run', '7063663b2404fbdcf7270d8379cc34812ca32b7d954359f8b11753a0ac737674'),
('law/seal_rows', '10a0a6faae477628488091b000395829aa43fb0ebf9fdf5de9191342a47d393d'),
('law/seal_audit', '76bad979d76de6eac555db88fcd318f443aafdbb627842476a8173562ab5a7be'),
('law/set_is_priced', 'fb4330638c6fba134aaa5af2ba49d00fa4491ce6b332f3ff7df4b3f68dff4ec0'),
('law/set_is_whole', '1588746db52cb4dde64c8f600429c7e448e3143a8c123a79734a92aa5bfe2a21'),
('law/set_stays_whole', '1fce81fd4f90a703e763582665cccb43b3ddec4c55f732c758e5a3b4a631340c'),
('law/statement_is_so', '393004136718e9715b1fbee6ba60bd1af6f16de21c3b052ecdeb736d2d0862b7'),
('law/step_is_lawful', '4153a600adcd0317238adc267baef91b45f78354aaead77ed8dc33e6c9458ac1'),
('law/step_within_limits', 'a6c3444d91ac581907975fee4e8c302c80124aed42e42ebcb17bb995fabc3193'),
('law/steps_of_person_are_confirmed', '30595bf0c900b87007cd3b102c9ceedaeb5bd2fa117155e30717a8b95e4865a2'),
('law/steps_of_role_are_confirmed', '4c4601673d18a43b63c1e02970d986079009a4c23b5629a460b9bffe36a15d73'),
('law/stop_is_confirmed', 'f89d5c8f5c134da70395ff447ee8a19370be29bdc9a2cd63794ecdad480882d7'),
('law/stop_is_lawful', '4c2d709f3337675d80700d03265120141fce877f1cfc064f1306dca995f150cf'),
('law/survey_moves', 'a11cd1017c0e4dc5b17de94395d92a49cbe50ab4c0e9d9e5b4262bbd5db698d1'),
('law/with_plain_text', 'cbadd6b5567872e65c36232f095fd4b90660f68dcc5ceca11083092c2b7617fe'),
('law/survey_texts_agree', 'aca6c0f38c640f4c4954d16dcd42f4a2cc85a13291d427d71094163230b31549'),
('law/survey_version_exists', 'd38e8843c68a0f8fd2e304926b9862017fd88da95668261a8400d81fc97b72d0'),
('law/survey_version_is_final', '0fa39370fbfaa398957dd775061a6b473e195bde53153f6cabfaf7347b0518b2'),
('law/take_turn', '44078d9bb369f35f8d25b4c5c71b6275861089e024756e057fa914523df50b79'),
('law/take_unit_tree', 'e741749dd93548ef97cad017eace6feb1a5ab00efd3dabee91737c98d6a40b2f'),
('law/tell_webhooks', '14a83f8ce1e2b3852d36b42752f38aadaead786d35cd20c4b0b0de692de98577'),
('law/transfer_is_funded', '3980767af903414b5bd72923f9f2976a53d59d1fad0f171224443c862b7bddfa'),
('law/try_is_reserved', '51d1ee89476f3efa2326ad565e25991ba05bf1e3d7b057829f5fdbad969a5b80'),
('law/try_names', '14bd9f925a62bbee52e4cb01cb36bf7c222251b80f12ef8dd744ad6c3c9fe85d'),
('law/tryout_is_over', 'aed9cdd9365bd2bd12ec2eeb98e196aff0e12ff0a9ac51f18224bccaa91d1f41'),
('law/written_otherwise', 'b05bf69d4b52234ebf321cbd211f76f614336abe7f662065ad6e0e9f0b56bb05'),
('law/counts/count_form', 'b71d96054ec997445e3880d52c39eff40dcc0a6b2df0c0499f4aaa886b6fd707'),
('law/counts/count_payable', '8eb789153d252a2de77e19bbc1af75ac4300f2db971248796de162f0343b2c72'),
('law/counts/count_person', 'b707298a22b7666d373e8cf17426427c723bf61f122ab4c4a5fff8c2837d34dd'),
('law/counts/count_task', '1a65b09262ec2249fcee71e0e88797117619343fba057d57c8ed202a1601624c'),
('law/counts/count_transfer', '2b834bc231cf779efeaec6661d7f60e336aa091e71130b71fc4e9ba05a7965e9'),
('law/counts/fold_payable_day', 'b05b824d5e5e297a1225edcc2d7c5685183f8c200e7d0bfbd8da73c43eaae7d0'),
('law/counts/fold_survey_counter', 'ec72678d55788d2dafe470b49c3f678cf60124a39ae2f8bff37c8da11e8fb5df');
