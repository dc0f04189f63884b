-- Reference data: what surveys are filed under and whom they belong to.

create table company (
  id bigint generated always as identity primary key,
  title text not null collate natural_order,
  category text collate natural_order,
  address text,
  description text,
  logo_id bigint references file,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on company (logo_id);
call listed('company', '{title,category,created_at,updated_at}', '{title,category}');

-- What every record with a title has: reference data is made `like` it. It stays empty.
create table titled_record (
  id bigint generated always as identity primary key,
  title text not null collate natural_order,
  description text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
revoke all on titled_record from canvass_app;

create table category (like titled_record including all);
call listed('category', '{title,created_at,updated_at}', '{title}');

create table subcategory (
  like titled_record including all,
  category_id bigint not null references category
);
create index on subcategory (category_id);
call listed('subcategory', '{title,created_at,updated_at}', '{title}');

create table site_category (like titled_record including all);
call listed('site_category', '{title,created_at,updated_at}', '{title}');

-- Why something has issues; `code` is what files and other programs say.
create table issue_category (
  like titled_record including all,
  code text not null collate natural_order check (code ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  applies_to text not null check (applies_to in ('SITE', 'RESPONSE', 'PAYMENT')),
  constraint issue_category_code_key unique (code),
  -- What refers to a reason names its scope too, so that a reason for payments never stands at a site.
  constraint issue_category_scope unique (id, applies_to)
);
call listed('issue_category', '{title,code,applies_to,created_at,updated_at}', '{title,code}');
