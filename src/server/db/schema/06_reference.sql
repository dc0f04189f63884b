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
