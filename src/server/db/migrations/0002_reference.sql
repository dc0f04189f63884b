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

create table category (
  id bigint generated always as identity primary key,
  title text not null collate natural_order,
  description text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call listed('category', '{title,created_at,updated_at}', '{title}');
