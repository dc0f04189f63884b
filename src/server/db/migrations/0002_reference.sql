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
create index on company (title, id);
create index on company (category, id);
create index on company (created_at, id);
create index on company (updated_at, id);
create index on company using gin (fold(title) gin_trgm_ops, fold(category) gin_trgm_ops);
create index on company (logo_id);
call keep_count('company');

create table category (
  id bigint generated always as identity primary key,
  title text not null collate natural_order,
  description text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on category (title, id);
create index on category (created_at, id);
create index on category (updated_at, id);
create index on category using gin (fold(title) gin_trgm_ops);
call keep_count('category');
