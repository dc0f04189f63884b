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
