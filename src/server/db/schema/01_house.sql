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
